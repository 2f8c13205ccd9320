import type { OperationCalls, ServiceClient, ServiceClientOptions } from "./client.ts";
import { systemClock } from "./clock.ts";
import type { EventSource } from "./events/eventFollower.ts";
import { followEvents } from "./events/followEvents.ts";
import { listItems } from "./listItems.ts";
import { createHttpAgents } from "./network/httpAgents.ts";
import { type ClientContext, createContractCalls, reportFailures } from "./pipeline.ts";
import { createRetryAfterGate } from "./retryAfterGate.ts";
import { createHttpTransport } from "./transport.ts";

/** How a service is called: as the contract says, or in a dialect of its own. */
export interface ServiceProtocol extends OperationCalls, Pick<EventSource, "prepare" | "stream"> {
  /** Stops what goes on beside calls. */
  close?(): void;
}

/** The URL of a service is not usable. */
export class ServiceUrlError extends Error {
  override readonly name = "ServiceUrlError";
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
  const { calls, reportEventsError } = reportFailures(context, protocol);
  const list: ServiceClient["list"] = (name, input, options) => listItems(context, calls.call, name, input, options);
  const source: EventSource = {
    call: calls.call,
    list,
    prepare: protocol.prepare,
    stream: protocol.stream,
    onStreamError: reportEventsError,
  };
  return {
    ...calls,
    list,
    events: (deploymentId, options) => followEvents(context, source, deploymentId, options),
    close: () => {
      protocol.close?.();
      return context.transport.close();
    },
  };
}

function createClientContext(options: ServiceClientOptions): ClientContext {
  const { network = {}, environment = process.env, clock = systemClock } = options;
  return {
    base: parseBaseUrl(options.baseUrl),
    key: options.key,
    organizationId: options.organizationId ?? (() => undefined),
    onUnauthorized: options.onUnauthorized ?? (() => {}),
    transport: createHttpTransport(createHttpAgents(network, environment)),
    clock,
    retryAfterGate: createRetryAfterGate(clock),
    random: options.random ?? Math.random,
    log: options.log ?? (() => {}),
  };
}

function parseBaseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url && (url.protocol === "http:" || url.protocol === "https:") && !url.username && !url.password) return url;
  throw new ServiceUrlError("The service's URL must start with http:// or https:// and hold no user name or password.");
}
