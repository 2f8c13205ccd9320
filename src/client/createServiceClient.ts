import * as l10n from "@vscode/l10n";
import type * as z from "zod";
import { unprovenEnd } from "../contract/operation.ts";
import {
  type ListOperationItem,
  type ListOperationName,
  type OperationInput,
  operationTable,
} from "../contract/operations.ts";
import type { recordingRoutes } from "../contract/routes/recordingRoutes.ts";
import { type RouteName, routeTable } from "../contract/routes/routeTable.ts";
import type { CallOptions, OperationCalls, ServiceClient, ServiceClientOptions } from "./client.ts";
import { type ClientContext, createClientContext } from "./clientContext.ts";
import { describeFailedCall } from "./errorMessages.ts";
import { ListTooLongError, UnexpectedAnswerError } from "./errors.ts";
import type { EventSource } from "./events/eventFollower.ts";
import { followEvents } from "./events/followEvents.ts";
import { parseResponse } from "./parseResponse.ts";
import { createContractCalls, reportFailures, sendCall } from "./pipeline.ts";

/** How a service is called: as the contract says, or in a dialect of its own. */
export interface ServiceProtocol extends OperationCalls, Pick<EventSource, "prepare" | "stream"> {
  /** Stops background work. */
  close?(): void;
}

/** A client that speaks the contract, or another protocol in its place. */
export function createServiceClient(
  options: ServiceClientOptions,
  selectProtocol: (context: ClientContext, contract: OperationCalls) => ServiceProtocol = (_, contract) => contract,
): ServiceClient {
  const context = createClientContext(options);
  return createProtocolClient(context, selectProtocol(context, createContractCalls(context)));
}

export function createProtocolClient(context: ClientContext, protocol: ServiceProtocol): ServiceClient {
  const { calls, throwEventsError } = reportFailures(context, protocol);
  const list: ServiceClient["list"] = (name, input, options) => listItems(context, calls.call, name, input, options);
  const source: EventSource = {
    call: calls.call,
    list,
    prepare: async (options) => protocol.prepare?.(options).catch(throwEventsError),
    stream: protocol.stream,
    onStreamError: throwEventsError,
  };
  return {
    ...calls,
    list,
    readAuditLog: (query, options) => callRoute(context, "audit.list", query, options),
    readVersionTools: async (query, options) => (await callRoute(context, "registry.tools", query, options)).tools,
    readToolCalls: (id, options) => callRoute(context, "server.toolCalls", { id }, options),
    discardPreview: async (id, options = {}) => {
      await sendCall(context, { name: "preview.discard", input: { id }, options });
    },
    rehearse: (input, options) => callRoute(context, "preview.rehearse", input, options),
    readTraces: (query, options) => callRoute(context, "recording.traces", query, options),
    changeRecording: (id, active, options) => callRoute(context, "recording.change", { id, active }, options),
    readGrants: (query, options) => callRoute(context, "grants.list", query, options),
    revokeGrant: async (id, options = {}) => {
      await sendCall(context, { name: "grant.delete", input: { id }, options });
    },
    readGrantRequests: (query, options) => callRoute(context, "grantRequests.wait", query, options),
    answerGrantRequest: async (id, answer) => {
      await sendCall(context, { name: "grantRequest.answer", input: { id, ...answer }, options: {} });
    },
    events: (deploymentId, options) => followEvents(context, source, deploymentId, options),
    close: () => {
      protocol.close?.();
      return context.close();
    },
  };
}

/** The routes of Fairlead's own service that are no operations. */
type OwnRouteName = Extract<
  RouteName,
  | "audit.list"
  | "registry.tools"
  | "server.toolCalls"
  | "grants.list"
  | "grantRequests.wait"
  | "preview.rehearse"
  | keyof typeof recordingRoutes
>;
type OwnRoute<N extends OwnRouteName> = (typeof routeTable)[N];

type OwnRouteInput<N extends OwnRouteName> = z.input<OwnRoute<N>["query"]> &
  (OwnRoute<N>["body"] extends z.ZodObject ? z.input<OwnRoute<N>["body"]> : object);

/** Calls a route of Fairlead's own service that is no operation. */
async function callRoute<N extends OwnRouteName>(
  context: ClientContext,
  name: N,
  input: OwnRouteInput<N>,
  options: CallOptions = {},
): Promise<z.output<OwnRoute<N>["output"]>> {
  const { errorContext, response } = await sendCall(context, { name, input, options });
  // The schema parsed it.
  return (await parseResponse(errorContext, response, routeTable[name].output)) as z.output<OwnRoute<N>["output"]>;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** The most of one list that is read, because a service may always have a next page. */
interface ListLimits {
  readonly items: number;
  readonly pages: number;
  /** The time in which pages are requested. The time between them is the caller's. */
  readonly readingMs: number;
}

const listLimits: ListLimits = { items: 50_000, pages: 5000, readingMs: 300_000 };
/** A deployment has 100,000 events and more. Their readers do not store them. */
const eventLimits: ListLimits = { ...listLimits, items: 500_000 };

/** The items of all pages, one call a page; a page is read when the items before it are consumed. */
export async function* listItems<N extends ListOperationName>(
  { base, clock }: Pick<ClientContext, "base" | "clock">,
  call: OperationCalls["call"],
  name: N,
  input: OperationInput<N>,
  options: CallOptions | undefined,
): AsyncGenerator<ListOperationItem<N>, void> {
  // The output of a list operation is a page of its items; the compiler cannot infer that from `ListOperationName`.
  const readPage = async (pageInput: object) =>
    (await call(name, pageInput as OperationInput<N>, options)) as Page<ListOperationItem<N>>;
  // Events continue from a sequence, all other lists from an opaque cursor.
  const field = "cursor" in operationTable[name].query.shape ? "cursor" : "after";
  const limits = field === "after" ? eventLimits : listLimits;
  const used = { items: 0, pages: 0, readingMs: 0 };
  const subject = describeFailedCall(name, base.host);
  const seenCursors = new Set<string>();
  let pageInput: object = input;
  while (true) {
    const startedAt = clock.now();
    const { items, nextCursor } = await readPage(pageInput);
    used.readingMs += clock.now() - startedAt;
    used.pages += 1;
    used.items += items.length;
    // `yield*` would wrap each item in another promise.
    for (const item of items) yield item;
    if (nextCursor === null || nextCursor === "" || nextCursor === unprovenEnd) return;
    if (seenCursors.has(nextCursor)) {
      const message = l10n.t`${subject}: the service repeats the page after ${nextCursor}, so the list would never end.`;
      throw new UnexpectedAnswerError(message, { operation: name, host: base.host });
    }
    const reached = describeReachedLimit(used, limits);
    if (reached !== undefined) {
      const message = l10n.t`${subject}: the list goes on after ${reached}, so the rest is not read. Narrow it, for example to one project.`;
      throw new ListTooLongError(message, { operation: name, host: base.host });
    }
    seenCursors.add(nextCursor);
    pageInput = { ...input, [field]: nextCursor };
  }
}

function describeReachedLimit(used: ListLimits, limits: ListLimits): string | undefined {
  if (used.items >= limits.items) return l10n.t`${used.items} items`;
  if (used.pages >= limits.pages) return l10n.t`${used.pages} pages`;
  return used.readingMs >= limits.readingMs ? l10n.t`${limits.readingMs / 60_000} minutes` : undefined;
}
