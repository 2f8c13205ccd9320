import {
  type InputOf,
  type ItemOf,
  type ListName,
  type OperationName,
  type OutputOf,
  operations,
} from "../contract/operations.ts";
import { jsonOf, parseAnswer } from "./answer.ts";
import type { CallContext } from "./attempt.ts";
import { perform } from "./call.ts";
import type { CallOptions } from "./callOptions.ts";
import type { Client } from "./client.ts";
import { UnexpectedAnswerError } from "./errors.ts";
import { followEvents } from "./events.ts";
import { exchange } from "./exchanged.ts";
import { type Page, readPages } from "./paging.ts";
import { couldNot } from "./wording.ts";

/** The client of a service that speaks as the contract has it. */
export function createContractClient(context: CallContext): Client {
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

/** The items of all pages that `call` answers. */
export function listItems<N extends ListName>(
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
