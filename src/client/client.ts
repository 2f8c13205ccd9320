import type { DeploymentEvent } from "../contract/deployments.ts";
import {
  type InputOf,
  type ItemOf,
  type ListName,
  type OperationName,
  type OutputOf,
  operations,
} from "../contract/operations.ts";
import { createChosenClient } from "../dialect/connect.ts";
import type { CallOptions } from "./callOptions.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createContractClient } from "./contractClient.ts";
import { RedirectedError, UnexpectedAnswerError } from "./errors.ts";
import type { FollowOptions } from "./events/eventFollower.ts";
import type { Exchanged } from "./fetchRawResponse.ts";
import { createAgents } from "./network/httpAgents.ts";
import type { Environment, NetworkSettings } from "./network/proxy.ts";
import type { ProfileKeeper } from "./profileStore.ts";
import { createPatience } from "./retryAfterGate.ts";
import type { CallContext, LogEntry } from "./sendAttempt.ts";
import { createTransport } from "./transport.ts";

export { startModelRelay } from "../core/testrun/modelRelay.ts";
export type { CallOptions } from "./callOptions.ts";
export type { Exchanged } from "./fetchRawResponse.ts";

/** Calls the service; every failure is one of `errors.ts`. */
export interface Client {
  call<N extends OperationName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<OutputOf<N>>;
  /** Items of all pages, one request a page. */
  list<N extends ListName>(name: N, input: InputOf<N>, options?: CallOptions): AsyncGenerator<ItemOf<N>, void>;
  /**
   * Events after a sequence, each once and in order, as they happen. Ends after the last event of a finished
   * deployment, or when aborted.
   */
  events(deploymentId: string, options: FollowOptions): AsyncGenerator<DeploymentEvent, void>;
  /** The answer's JSON as it came. */
  raw<N extends OperationName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<unknown>;
  /** What the service answered, a refusal too; whoever calls has checked the input. Fails where there is no answer. */
  exchange(name: OperationName, input: object, options?: CallOptions): Promise<Exchanged>;
  /** Ends every connection; calls under way fail. */
  close(): Promise<void>;
}

export interface ClientOptions {
  /** Where the service is; may have a path. */
  readonly baseUrl: string;
  /** Asked once a call. */
  readonly key: () => Promise<string | undefined>;
  /** The organization that a call is about where its options name none; undefined: the key's own. Asked once a call. */
  readonly organizationId?: () => string | undefined;
  /** What is known of how the service speaks, and where that is kept; undefined: it is our own. */
  readonly keeper?: ProfileKeeper | undefined;
  readonly network?: NetworkSettings;
  readonly environment?: Environment;
  readonly log?: (entry: LogEntry) => void;
  readonly clock?: Clock;
  /** 0 to 1. */
  readonly random?: () => number;
}

/** The URL given for a service cannot be one. */
export class ServiceUrlError extends Error {
  override readonly name = "ServiceUrlError";
}

export function createClient(options: ClientOptions): Client {
  const { network = {}, environment = process.env, clock = systemClock } = options;
  const context: CallContext = {
    base: parseBase(options.baseUrl),
    key: options.key,
    organizationId: options.organizationId ?? (() => undefined),
    transport: createTransport(createAgents(network, environment)),
    clock,
    patience: createPatience(clock),
    random: options.random ?? Math.random,
    log: options.log ?? (() => {}),
  };
  const contract = createContractClient(context);
  return toldClient(context, options.keeper ? createChosenClient(context, options.keeper, contract) : contract);
}

function parseBase(text: string): URL {
  const url = URL.parse(text);
  if (url && (url.protocol === "http:" || url.protocol === "https:") && !url.username && !url.password) return url;
  throw new ServiceUrlError("The service's URL must start with http:// or https:// and hold no user name or password.");
}

/** The same client, which also tells the log of answers that came well and cannot be used. */
function toldClient({ log, clock }: Pick<CallContext, "log" | "clock">, client: Client): Client {
  const telling = () => {
    const started = clock.now();
    return (error: unknown): never => {
      // What is no answer, or points elsewhere, was told with its attempt.
      const isTold = !(error instanceof UnexpectedAnswerError) || error instanceof RedirectedError;
      if (!isTold && error.status !== undefined) {
        const { operation, status, requestId, message } = error;
        const { method, path } = operations[operation];
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
