import type { DeploymentEvent } from "../contract/deployments.ts";
import {
  type ListOperationItem,
  type ListOperationName,
  type OperationInput,
  type OperationName,
  operationTable,
  type ReceivedOutput,
} from "../contract/operations.ts";
import { createDialectAwareClient } from "../dialect/connect.ts";
import type { CallOptions } from "./callOptions.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createContractClient } from "./contractClient.ts";
import { RedirectedError, UnexpectedAnswerError } from "./errors.ts";
import type { FollowEventsOptions } from "./events/eventFollower.ts";
import type { RawResponse } from "./fetchRawResponse.ts";
import { createHttpAgents } from "./network/httpAgents.ts";
import type { NetworkSettings, ProxyEnvironment } from "./network/proxy.ts";
import type { ProfileStore } from "./profileStore.ts";
import { createRetryAfterGate } from "./retryAfterGate.ts";
import type { ClientContext, RequestLogEntry } from "./sendAttempt.ts";
import { createHttpTransport } from "./transport.ts";

export { startModelRelay } from "../core/testrun/modelRelay.ts";
export type { CallOptions } from "./callOptions.ts";
export type { RawResponse } from "./fetchRawResponse.ts";

/** Calls the service; every failure is one of `errors.ts`. */
export interface ServiceClient {
  call<N extends OperationName>(name: N, input: OperationInput<N>, options?: CallOptions): Promise<ReceivedOutput<N>>;
  /** Items of all pages, one request a page. */
  list<N extends ListOperationName>(
    name: N,
    input: OperationInput<N>,
    options?: CallOptions,
  ): AsyncGenerator<ListOperationItem<N>, void>;
  /**
   * Events after a sequence, each once and in order, as they happen. Ends after the last event of a finished
   * deployment, or when aborted.
   */
  events(deploymentId: string, options: FollowEventsOptions): AsyncGenerator<DeploymentEvent, void>;
  /** The answer's JSON as it came. */
  raw<N extends OperationName>(name: N, input: OperationInput<N>, options?: CallOptions): Promise<unknown>;
  /** What the service answered, a refusal too; whoever calls has checked the input. Fails where there is no answer. */
  exchange(name: OperationName, input: object, options?: CallOptions): Promise<RawResponse>;
  /** Ends every connection; calls under way fail. */
  close(): Promise<void>;
}

export interface ServiceClientOptions {
  /** Where the service is; may have a path. */
  readonly baseUrl: string;
  /** Asked once a call. */
  readonly key: () => Promise<string | undefined>;
  /** The organization that a call is about where its options name none; undefined: the key's own. Asked once a call. */
  readonly organizationId?: () => string | undefined;
  /** What is known of how the service speaks, and where that is kept; undefined: it is our own. */
  readonly keeper?: ProfileStore | undefined;
  readonly network?: NetworkSettings;
  readonly environment?: ProxyEnvironment;
  readonly log?: (entry: RequestLogEntry) => void;
  readonly clock?: Clock;
  /** 0 to 1. */
  readonly random?: () => number;
}

/** The URL given for a service cannot be one. */
export class ServiceUrlError extends Error {
  override readonly name = "ServiceUrlError";
}

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { network = {}, environment = process.env, clock = systemClock } = options;
  const context: ClientContext = {
    base: parseBase(options.baseUrl),
    key: options.key,
    organizationId: options.organizationId ?? (() => undefined),
    transport: createHttpTransport(createHttpAgents(network, environment)),
    clock,
    patience: createRetryAfterGate(clock),
    random: options.random ?? Math.random,
    log: options.log ?? (() => {}),
  };
  const contract = createContractClient(context);
  return logUnusableResponses(
    context,
    options.keeper ? createDialectAwareClient(context, options.keeper, contract) : contract,
  );
}

function parseBase(text: string): URL {
  const url = URL.parse(text);
  if (url && (url.protocol === "http:" || url.protocol === "https:") && !url.username && !url.password) return url;
  throw new ServiceUrlError("The service's URL must start with http:// or https:// and hold no user name or password.");
}

/** The same client, which also tells the log of answers that came well and cannot be used. */
function logUnusableResponses(
  { log, clock }: Pick<ClientContext, "log" | "clock">,
  client: ServiceClient,
): ServiceClient {
  const telling = () => {
    const started = clock.now();
    return (error: unknown): never => {
      // What is no answer, or points elsewhere, was told with its attempt.
      const isTold = !(error instanceof UnexpectedAnswerError) || error instanceof RedirectedError;
      if (!isTold && error.status !== undefined) {
        const { operation, status, requestId, message } = error;
        const { method, path } = operationTable[operation];
        const facts = requestId === undefined ? {} : { requestId };
        log({ operation, method, path, status, ms: clock.now() - started, attempt: 1, error: message, ...facts });
      }
      throw error;
    };
  };
  return {
    ...client,
    call: (name, input, options) => client.call(name, input, options).catch(telling()),
    raw: (name, input, options) => client.raw(name, input, options).catch(telling()),
  };
}
