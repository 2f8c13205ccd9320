import { callRoute } from "./callRoute.ts";
import type { OperationCalls, ServiceClient, ServiceClientOptions } from "./client.ts";
import { type ClientContext, createClientContext } from "./clientContext.ts";
import type { EventSource } from "./events/eventFollower.ts";
import { followEvents } from "./events/followEvents.ts";
import { listItems } from "./paging.ts";
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
