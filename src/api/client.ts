import type { DeploymentEvent } from "../contract/deployments.ts";
import {
  type InputOf,
  type ItemOf,
  type ListName,
  type OperationName,
  type OutputOf,
  operations,
} from "../contract/operations.ts";
import { createAgents } from "./agents.ts";
import { jsonOf, parseAnswer } from "./answer.ts";
import type { CallContext, LogEntry } from "./attempt.ts";
import { perform } from "./call.ts";
import type { CallOptions } from "./callOptions.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { ProfileKeeper } from "./dialect/keeper.ts";
import { UnexpectedAnswerError } from "./errors.ts";
import { followEvents } from "./events.ts";
import { type Exchanged, exchange } from "./exchanged.ts";
import type { FollowOptions } from "./follower.ts";
import { type Page, readPages } from "./paging.ts";
import type { Environment, NetworkSettings } from "./proxy.ts";
import { createTransport } from "./transport.ts";
import { couldNot } from "./wording.ts";

export type { CallOptions } from "./callOptions.ts";
export type { Exchanged } from "./exchanged.ts";
export { startModelRelay } from "./modelRelay.ts";

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
  const { network = {}, environment = process.env } = options;
  const context: CallContext = {
    base: parseBase(options.baseUrl),
    key: options.key,
    organizationId: options.organizationId ?? (() => undefined),
    transport: createTransport(createAgents(network, environment)),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    log: options.log ?? (() => {}),
  };
  // The one place where a parsed answer gets the type of the schema that parsed it.
  const call: Client["call"] = async <N extends OperationName>(name: N, input: InputOf<N>, given: CallOptions = {}) => {
    const { answer, circumstances } = await perform(context, { name, input, options: given });
    return parseAnswer(circumstances, answer, operations[name].output) as OutputOf<N>;
  };
  const list: Client["list"] = (name, input, given) => listItems(context, call, name, input, given);
  return {
    call,
    list,
    events: (deploymentId, following) => followEvents(context, { call, list }, deploymentId, following),
    raw: async (name, input, given = {}) => {
      const { answer, circumstances } = await perform(context, { name, input, options: given });
      return jsonOf(circumstances, answer, operations[name].output !== null);
    },
    exchange: (name, input, given = {}) => exchange(context, { name, input, options: given }),
    close: () => context.transport.close(),
  };
}

function listItems<N extends ListName>(
  { base }: CallContext,
  call: Client["call"],
  name: N,
  input: InputOf<N>,
  options: CallOptions | undefined,
): AsyncGenerator<ItemOf<N>, void> {
  // A list's output is a page of its items: what `ListName` selects by, which the compiler cannot follow back.
  const readPage = async (given: object) => (await call(name, given as InputOf<N>, options)) as Page<ItemOf<N>>;
  return readPages(name, input, readPage, (cursor) => {
    const message = `${couldNot(name, base.host)}: the service repeats the page after ${cursor}, so the list would never end.`;
    return new UnexpectedAnswerError(message, { operation: name, host: base.host });
  });
}

function parseBase(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === "http:" || url.protocol === "https:") && !url.username && !url.password) return url;
  throw new ServiceUrlError("The service's URL must start with http:// or https:// and hold no user name or password.");
}
