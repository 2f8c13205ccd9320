import type * as z from "zod";
import type { recordingRoutes } from "../contract/routes/recordingRoutes.ts";
import { type RouteName, routeTable } from "../contract/routes/routeTable.ts";
import type { CallOptions, OperationCalls, ServiceClient, ServiceClientOptions } from "./client.ts";
import { type ClientContext, createClientContext } from "./clientContext.ts";
import type { EventSource } from "./events/eventFollower.ts";
import { followEvents } from "./events/followEvents.ts";
import { listItems } from "./paging.ts";
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
