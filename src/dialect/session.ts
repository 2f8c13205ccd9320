import { type CallOptions, defaultDeadlineMs } from "../client/client.ts";
import type { ClientContext } from "../client/clientContext.ts";
import type { CallErrorContext, ServiceError } from "../client/errors.ts";
import type { HttpResponse, HttpStreamLimits } from "../client/network/httpDispatchHandler.ts";
import type { ProfileStore } from "../client/profileStore.ts";
import { startDeadline } from "../client/startDeadline.ts";
import type { DialectProfile, OperationProfile, SelectorProfile } from "../contract/dialectProfile.ts";
import type { Evidence } from "../contract/evidence.ts";
import type { HttpMethod } from "../contract/operation.ts";
import type { OperationName } from "../contract/operations.ts";
import type { UnknownRecord } from "../text/record.ts";
import { createEventLogs, type EventLogs } from "./events/eventLog.ts";
import type { Places } from "./read/findFields.ts";
import { createUnclearError } from "./send/dialectError.ts";
import { send } from "./send/send.ts";
import { type Conventions, findConventions } from "./vocabulary/conventions.ts";
import { detectNameStyle, type NameStyle } from "./vocabulary/nameStyle.ts";

/** What a client of another service has learned and remembers for as long as it lives. */
export interface DialectSession {
  readonly context: ClientContext;
  readonly store: ProfileStore;
  readonly logs: EventLogs;
  /** By resource: how its items were written when they were last read. */
  readonly samples: Map<string, ItemSample>;
  /** Services that answered a request for a stream with a list. */
  readonly streamless: Set<OperationName>;
}

/** How the items of a resource are written: names for bodies come from here. */
export interface ItemSample {
  readonly places: Places;
  readonly item: UnknownRecord;
}

/** A call in progress. */
export interface DialectCall {
  readonly session: DialectSession;
  readonly name: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  /** What was tried and what it showed, in sentences, for the report. */
  readonly notes: Set<string>;
  /** What the response showed. */
  readonly shown: { fields?: ResponseFields; status?: number };
  readonly budget: { requests: number; readonly leftMs: () => number };
}

/** What the items of a response showed of the contract's fields. */
export type ResponseFields = Pick<Evidence, "fields" | "unknown" | "unsaid" | "states">;

/** One request in the service's own form. */
export interface DialectRequest {
  readonly operation: OperationName;
  readonly options: CallOptions;
  readonly query?: Readonly<Record<string, string>>;
  /** In place of path and query; at the service's own origin. */
  readonly url?: URL | undefined;
  /** Reads where the operation would change. */
  readonly method?: HttpMethod;
  readonly select?: Selection | undefined;
  readonly body?: unknown;
  /** The input of the call, whose secrets must not be shown. */
  readonly given?: object;
  readonly encoding?: "form" | "json";
  readonly headers?: Readonly<Record<string, string>>;
  readonly stream?: HttpStreamLimits;
}

/** How a request names one item. */
export interface Selection {
  readonly by: SelectorProfile;
  readonly value: string;
}

/** A response, read as JSON if it is any. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: HttpResponse["headers"];
  readonly json: unknown;
  readonly text: string;
}

export interface DialectResponse extends ReceivedResponse {
  readonly circumstances: CallErrorContext;
  /** The error, if the response is no success, whatever its status. */
  readonly refusal: ServiceError | undefined;
}

const mostRequests = 60;

export function createSession(context: ClientContext, store: ProfileStore): DialectSession {
  return { context, store, logs: createEventLogs(), samples: new Map(), streamless: new Set() };
}

export function startCall(
  session: DialectSession,
  name: OperationName,
  input: object,
  options: CallOptions,
): DialectCall {
  const leftMs = startDeadline(session.context.clock, options.deadlineMs ?? defaultDeadlineMs);
  const budget = { requests: mostRequests, leftMs };
  return { session, name, input: { ...input }, options, notes: new Set(), shown: {}, budget };
}

/** Another call for the sake of the first, within its budget. */
export function startInnerCall(call: DialectCall, name: OperationName, input: object): DialectCall {
  const { ifMatch, idempotencyKey, ...options } = call.options;
  return { ...call, name, input: { ...input }, options, shown: {} };
}

export async function sendRequest(
  call: DialectCall,
  request: Omit<DialectRequest, "operation" | "options">,
): Promise<DialectResponse> {
  const { session, name, options, budget } = call;
  const leftMs = budget.leftMs();
  if (budget.requests <= 0 || leftMs <= 0)
    throw createUnclearError(call, "no answer was understood after many requests");
  budget.requests -= 1;
  const sent = { ...request, operation: name, given: call.input, options: { ...options, deadlineMs: leftMs } };
  const response = await send(session.context, session.store.read(), sent);
  call.shown.status = response.status;
  return response;
}

export function profileOf({ session, name }: Pick<DialectCall, "session" | "name">): OperationProfile {
  return session.store.read().operations[name] ?? {};
}

/** Adds lines to the profile of an operation. */
export function learn({ session: { store }, name }: DialectCall, lines: OperationProfile): void {
  const profile = store.read();
  const known = profile.operations[name] ?? {};
  const params = lines.params && { params: { ...known.params, ...lines.params } };
  const operations = { ...profile.operations, [name]: { ...known, ...lines, ...params } };
  saveProfile(store, { ...profile, operations });
}

export function saveProfile(store: ProfileStore, profile: DialectProfile): void {
  if (JSON.stringify(profile) !== JSON.stringify(store.read())) store.save(profile);
}

export function conventionsOf({ store }: Pick<DialectSession, "store">): Conventions {
  return findConventions(store.read().preset);
}

/** How the service writes names: as in the items of the resource, else as in any other. */
export function nameStyleOf({ samples }: DialectSession, resource: string): NameStyle {
  const namesOf = (sample: ItemSample) => [
    ...Object.keys(sample.item),
    ...Object.values(sample.places).flatMap((place) => place.slice(-1)),
  ];
  const own = samples.get(resource);
  const style = own && detectNameStyle(namesOf(own));
  return style ?? detectNameStyle([...samples.values()].flatMap(namesOf)) ?? "camel";
}
