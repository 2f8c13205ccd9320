import * as z from "zod";
import { type InputOf, type ListName, type OperationName, type OutputOf, operations } from "../contract/operations.ts";
import type { CallContext } from "./attempt.ts";
import type { CallOptions } from "./callOptions.ts";
import type { Client } from "./client.ts";
import { listItems } from "./contractClient.ts";
import type { ProfileKeeper } from "./dialect/keeper.ts";
import { AbortedError, UnexpectedAnswerError } from "./errors.ts";
import { couldNot } from "./wording.ts";

/**
 * The client of a service that may speak in another way than the contract: its profile says which it is, else its first answer. What
 * other services need is loaded for them alone.
 */
export function createChosenClient(context: CallContext, keeper: ProfileKeeper, contract: Client): Client {
  const choice = createChoice(context, keeper, contract);
  const call: Client["call"] = async <N extends OperationName>(name: N, input: InputOf<N>, given: CallOptions = {}) => {
    const client = choice.now() ?? (await choice.made(name, given.signal));
    if (client !== contract) return client.call(name, input, given);
    const known = choice.answered(name);
    // It was parsed by the schema of this very operation.
    if (known !== undefined) return known as OutputOf<N>;
    try {
      return await contract.call(name, input, given);
    } catch (error) {
      if (operations[name].method !== "GET" || !isMisfit(error)) throw error;
      return choice.revised(error, (other) => other.call(name, input, given));
    }
  };
  const listOf = <N extends ListName>(client: Client, name: N, input: InputOf<N>, given: CallOptions | undefined) =>
    client === contract ? listItems(context, call, name, input, given) : client.list(name, input, given);
  return {
    call,
    list: (name, input, given) => {
      const client = choice.now();
      // Items come by the thousand: what passes each of them on is there for who has to wait only.
      if (client) return listOf(client, name, input, given);
      const made = () => choice.made(name, given?.signal);
      return later(made, (one) => listOf(one, name, input, given));
    },
    events: (deploymentId, following) => {
      const client = choice.now();
      if (client) return client.events(deploymentId, following);
      const made = () => choice.made("deployment.events", following.signal);
      return later(made, (one) => one.events(deploymentId, following));
    },
    raw: async (name, input, given) => {
      const client = choice.now() ?? (await choice.made(name, given?.signal));
      return client.raw(name, input, given);
    },
    exchange: async (name, input, given) => {
      const client = choice.now() ?? (await choice.made(name, given?.signal));
      return client.exchange(name, input, given);
    },
    close: () => {
      choice.end();
      return contract.close();
    },
  };
}

async function* later<T>(
  made: () => Promise<Client>,
  items: (client: Client) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  yield* items(await made());
}

function createChoice(context: CallContext, keeper: ProfileKeeper, contract: Client) {
  const ending = new AbortController();
  let current = keeper.read().dialect === "contract" ? contract : undefined;
  let choosing: Promise<Client> | undefined;
  let made: Promise<Client> | undefined;
  let me: unknown;
  const other = () => {
    made ??= import("./dialect/dialectClient.ts").then(({ createDialectClient }) =>
      createDialectClient(context, keeper),
    );
    return made;
  };
  const choose = async (): Promise<Client> => {
    if (keeper.read().dialect !== "other") {
      const { findDialect } = await import("./dialect/findDialect.ts");
      const found = await findDialect(context, keeper, ending.signal);
      if (found.dialect === "contract") {
        me = found.me;
        return contract;
      }
    }
    return other();
  };
  return {
    now: () => current,
    /** Shared by all who wait; who gives up waits no longer. */
    made: (operation: OperationName, signal: AbortSignal | undefined): Promise<Client> => {
      const givenUp = () => {
        const host = context.base.host;
        return new AbortedError(`${couldNot(operation, host)}: cancelled.`, { operation, host, cause: signal?.reason });
      };
      if (signal?.aborted) return Promise.reject(givenUp());
      choosing ??= choose()
        .then((client) => {
          current = client;
          return client;
        })
        .finally(() => {
          choosing = undefined;
        });
      return signal ? unlessAborted(choosing, signal, givenUp) : choosing;
    },
    /** What the service was told by answered this already, once. */
    answered: (operation: OperationName): unknown => {
      if (operation !== "me.get" || me === undefined) return undefined;
      const known = me;
      me = undefined;
      return known;
    },
    /** A service that looked like our own and answers in another way speaks another dialect, where that makes sense of the answer. */
    revised: async <T>(misfit: unknown, ask: (client: Client) => Promise<T>): Promise<T> => {
      const client = await other();
      const answer = await ask(client).catch(() => {
        throw misfit;
      });
      keeper.keep({ ...keeper.read(), dialect: "other" });
      if (keeper.read().dialect === "other") current = client;
      return answer;
    },
    end: () => ending.abort(),
  };
}

/** JSON that the schema does not know: neither a web page nor anything that passes. */
function isMisfit(error: unknown): boolean {
  return error instanceof UnexpectedAnswerError && error.cause instanceof z.ZodError;
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, error: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(error());
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
