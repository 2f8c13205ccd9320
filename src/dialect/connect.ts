import * as z from "zod";
import { type CallOptions, defaultDeadlineMs } from "../client/callOptions.ts";
import type { ServiceClient } from "../client/client.ts";
import { UnexpectedAnswerError } from "../client/errors.ts";
import { listItems } from "../client/listItems.ts";
import type { ProfileStore } from "../client/profileStore.ts";
import type { ClientContext } from "../client/sendAttempt.ts";
import { startDeadline } from "../client/startDeadline.ts";
import {
  type ListOperationName,
  type OperationInput,
  type OperationName,
  operationTable,
  type ReceivedOutput,
} from "../contract/operations.ts";
import { DialectSelection } from "./dialectSelection.ts";

/** The client of a service that may speak in another way than the contract: its profile says which it is, else its first answer. */
export function createDialectAwareClient(
  context: ClientContext,
  keeper: ProfileStore,
  contract: ServiceClient,
): ServiceClient {
  const choice = new DialectSelection(context, keeper, contract);
  const proven = new Set<OperationName>();
  /** What is left of a call's time for each thing that is done for it. */
  const within = (given: CallOptions = {}) => {
    const leftMs = startDeadline(context.clock, given.deadlineMs ?? defaultDeadlineMs);
    return (): CallOptions => ({ ...given, deadlineMs: Math.max(1, leftMs()) });
  };
  const callUnproven = async <N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    given: CallOptions,
    timed: () => CallOptions,
  ): Promise<ReceivedOutput<N>> => {
    const client = choice.now() ?? (await choice.made(name, given));
    if (client !== contract) return client.call(name, input, timed());
    const known = choice.answered(name);
    // It was parsed by the schema of this very operation.
    if (known !== undefined) return known as ReceivedOutput<N>;
    const ask = () => contract.call(name, input, timed());
    if (operationTable[name].method !== "GET") return ask();
    const askInAnotherWay = (misfit: unknown) => choice.revised(misfit, (other) => other.call(name, input, timed()));
    // What comes once may be a passing oddity.
    const askAgain = () => ask().catch(whereMisfit(askInAnotherWay));
    const answer = await ask().catch(whereMisfit(askAgain));
    if (choice.now() === contract) proven.add(name);
    return answer;
  };
  const call: ServiceClient["call"] = (name, input, given = {}) => {
    const timed = within(given);
    if (choice.now() !== contract || !proven.has(name)) return callUnproven(name, input, given, timed);
    // What was as the contract has it before is that still: where it is not, something passing came between.
    return contract.call(name, input, given).catch(whereMisfit(() => contract.call(name, input, timed())));
  };
  const listOf = <N extends ListOperationName>(
    client: ServiceClient,
    name: N,
    input: OperationInput<N>,
    given: CallOptions | undefined,
  ) => (client === contract ? listItems(context, call, name, input, given) : client.list(name, input, given));
  return {
    call,
    list: (name, input, given) => {
      const client = choice.now();
      // Items come by the thousand: what passes each of them on is there for who has to wait only.
      if (client) return listOf(client, name, input, given);
      const made = () => choice.made(name, given);
      return later(made, (one) => listOf(one, name, input, given));
    },
    events: (deploymentId, following) => {
      const client = choice.now();
      if (client) return client.events(deploymentId, following);
      const made = () => choice.made("deployment.events", following);
      return later(made, (one) => one.events(deploymentId, following));
    },
    raw: async (name, input, given) => {
      const timed = within(given);
      const client = choice.now() ?? (await choice.made(name, given));
      return client.raw(name, input, timed());
    },
    exchange: async (name, input, given) => {
      const timed = within(given);
      const client = choice.now() ?? (await choice.made(name, given));
      return client.exchange(name, input, timed());
    },
    close: () => {
      choice.end();
      return contract.close();
    },
  };
}

async function* later<T>(
  made: () => Promise<ServiceClient>,
  items: (client: ServiceClient) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  yield* items(await made());
}

function whereMisfit<T>(next: (misfit: unknown) => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (!isMisfit(error)) throw error;
    return next(error);
  };
}

/** JSON that the schema does not know: neither a web page nor anything that passes. */
function isMisfit(error: unknown): boolean {
  return error instanceof UnexpectedAnswerError && error.cause instanceof z.ZodError;
}
