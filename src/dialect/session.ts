import * as l10n from "@vscode/l10n";
import { type CallOptions, defaultDeadlineMs } from "../client/client.ts";
import type { ClientContext } from "../client/clientContext.ts";
import { startDeadline, waitWithin } from "../client/clock.ts";
import { createTransportError } from "../client/createTransportError.ts";
import { AbortedError, ApiError, ServiceError, UnclearAnswerError } from "../client/errors.ts";
import { TransportFailure } from "../client/network/httpDispatchHandler.ts";
import type { ProfileStore } from "../client/profileStore.ts";
import type { DialectProfile, OperationProfile } from "../contract/dialectProfile.ts";
import { type OperationName, operationTable } from "../contract/operations.ts";
import { paramName } from "../contract/profile/paramProfile.ts";
import type { DialectCall, DialectRequest, DialectResponse, DialectSession, ItemSample } from "./dialectCall.ts";
import { createUnclearError } from "./send/dialectError.ts";
import { send } from "./send/send.ts";
import { type Conventions, findConventions, listKindWords } from "./vocabulary/conventions.ts";
import { detectNameStyle, type NameStyle } from "./vocabulary/nameStyle.ts";
import { findOperationFacts } from "./vocabulary/operationFacts.ts";

const mostRequests = 60;

export function createSession(
  context: ClientContext,
  store: ProfileStore,
  readPages: DialectSession["readPages"],
): DialectSession {
  return {
    ...{ context, store, readPages, logs: new Map(), reads: new Map() },
    ...{ samples: new Map(), accepted: new Set(), listedOnly: new Set() },
  };
}

export function startCall(
  session: DialectSession,
  name: OperationName,
  input: object,
  options: CallOptions,
): DialectCall {
  const leftMs = startDeadline(session.context.clock, options.deadlineMs ?? defaultDeadlineMs);
  const budget = { requests: mostRequests, leftMs };
  return { session, name, input: { ...input }, options, shown: {}, budget };
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
    throw createUnclearError(call, l10n.t("no answer was understood after many requests"));
  budget.requests -= 1;
  const { context, reads } = session;
  const profile = session.store.read();
  const sendIt = () => {
    const sent = { ...request, operation: name, given: call.input };
    return send(context, profile, { ...sent, options: { ...options, deadlineMs: budget.leftMs() } });
  };
  if ((request.method ?? operationTable[name].method) !== "GET") {
    reads.clear();
    const response = await sendIt().finally(() => reads.clear());
    call.shown.status = response.status;
    return response;
  }
  const { organizationId = context.organizationId() } = options;
  const key = JSON.stringify([requestKey(call), request, call.input.id, organizationId]);
  const response = await readShared(call, key, sendIt);
  call.shown.status = response.status;
  return response;
}

/** Sends a request that only reads, or waits for the response to the same one: views ask for the same pages at the same time. */
async function readShared(
  call: DialectCall,
  key: string,
  sendIt: () => Promise<DialectResponse>,
): Promise<DialectResponse> {
  const { reads, context } = call.session;
  const { signal } = call.options;
  const known = reads.get(key);
  if (!known || signal?.aborted) {
    const response = sendIt();
    reads.set(key, response);
    return response.finally(() => {
      if (reads.get(key) === response) reads.delete(key);
    });
  }
  const [errorContext, deadlineMs] = [{ operation: call.name, host: context.base.host }, call.budget.leftMs()];
  try {
    return await waitWithin(known, { signal, deadlineMs }, (kind) =>
      createTransportError(errorContext, new TransportFailure(kind, true, signal?.reason), { deadlineMs, maxBytes: 0 }),
    );
  } catch (error) {
    if (!(error instanceof AbortedError) || signal?.aborted) throw error;
    // Its caller cancelled it: the first that waited sends it again, and the others wait for that.
    if (reads.get(key) === known) reads.delete(key);
    return readShared(call, key, sendIt);
  }
}

/** What cannot be read shows nothing; the call for whose sake it is read shows the failure. */
export async function ignoreFailure<T>(call: DialectCall, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ApiError) || call.options.signal?.aborted) throw error;
    return undefined;
  }
}

/** A list that the service refuses, or that is not understood, shows nothing; any other failure is the failure of the call. */
export function ignoreRefusal(error: unknown): undefined {
  const isRefusal = error instanceof ServiceError && (error.status < 500 || error.status === 501);
  if (!isRefusal && !(error instanceof UnclearAnswerError)) throw error;
}

export function profileOf({ session, name }: Pick<DialectCall, "session" | "name">): OperationProfile {
  return session.store.read().operations[name] ?? {};
}

/** Adds lines to the profile of an operation. */
export function learn(call: DialectCall, lines: OperationProfile): void {
  const { name } = call;
  const profile = call.session.store.read();
  const known = profile.operations[name] ?? {};
  const params = lines.params && { params: { ...known.params, ...lines.params } };
  const operations = { ...profile.operations, [name]: { ...known, ...lines, ...params } };
  saveLearned(call, { ...profile, operations });
}

/** Saves what a response has shown. Only a reading operation teaches: a change is no experiment. */
export function saveLearned({ session: { store }, name }: DialectCall, profile: DialectProfile): void {
  if (operationTable[name].method !== "GET") return;
  if (JSON.stringify(profile) !== JSON.stringify(store.read())) store.save(profile);
}

/** The parameter for the size of a page: of the operation, or of the convention. */
export function sizeParamOf({ session }: Pick<DialectCall, "session">, lines: OperationProfile): string | undefined {
  return lines.params?.limit === null ? undefined : (lines.pageSize ?? conventionsOf(session).preset.pageSize?.param);
}

export function conventionsOf({ store }: Pick<DialectSession, "store">): Conventions {
  const profile = store.read();
  return findConventions(profile.preset, listKindWords(profile));
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

/** How the service writes the names of parameters, as far as they are known; else as those of its items. */
export function parameterStyleOf(session: DialectSession): NameStyle {
  const { operations, kinds = {}, select = {} } = session.store.read();
  const lines = Object.values(operations);
  const shared = [select, ...Object.values(kinds).map((kind) => kind.select ?? {})];
  const selectors = [
    ...shared.flatMap(({ GET, POST, PATCH, DELETE }) => [GET, POST, PATCH, DELETE]),
    ...lines.map((line) => line.select),
  ];
  const names = [
    ...selectors.flatMap((by) => by?.name.replaceAll(/\{\w*\}/g, "") ?? []),
    ...lines.flatMap(({ params = {} }) =>
      Object.values(params).flatMap((param) => (param === null ? [] : paramName(param))),
    ),
  ];
  return detectNameStyle(names) ?? nameStyleOf(session, "");
}

/** What the profile says of the items of a resource. */
export function answersOn({ store }: DialectSession, resource: string): string {
  const { preset, kinds } = store.read();
  return JSON.stringify([preset, kinds?.[resource]]);
}

/** What a request of an operation is made of: another profile makes another request of it, which is confirmed again. */
export function requestKey({ session, name }: Pick<DialectCall, "session" | "name">): string {
  const { operations, select, kinds, format, headers, query, credential } = session.store.read();
  const { owner = "" } = findOperationFacts(name);
  return JSON.stringify([name, operations[name], select, kinds?.[owner]?.select, format, headers, query, credential]);
}
