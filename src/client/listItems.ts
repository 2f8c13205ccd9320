import {
  type ListOperationItem,
  type ListOperationName,
  type OperationInput,
  operationTable,
} from "../contract/operations.ts";
import type { CallOptions } from "./callOptions.ts";
import type { ServiceClient } from "./client.ts";
import { describeFailedCall } from "./errorMessages.ts";
import { UnexpectedAnswerError } from "./errors.ts";
import type { ClientContext } from "./sendAttempt.ts";

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Items of all pages that `call` answers, one request a page, the next one only when the one before is used up. */
export async function* listItems<N extends ListOperationName>(
  { base }: Pick<ClientContext, "base">,
  call: ServiceClient["call"],
  name: N,
  input: OperationInput<N>,
  options: CallOptions | undefined,
): AsyncGenerator<ListOperationItem<N>, void> {
  // A list's output is a page of its items: what `ListName` selects by, which the compiler cannot follow back.
  const readPage = async (given: object) =>
    (await call(name, given as OperationInput<N>, options)) as Page<ListOperationItem<N>>;
  // Events go on from a sequence, everything else from an opaque cursor.
  const field = "cursor" in operationTable[name].query.shape ? "cursor" : "after";
  const seen = new Set<string>();
  let current: object = input;
  while (true) {
    const { items, nextCursor } = await readPage(current);
    // `yield*` would wrap each item in one more promise.
    for (const item of items) yield item;
    if (nextCursor === null || nextCursor === "") return;
    if (seen.has(nextCursor)) {
      const message = `${describeFailedCall(name, base.host)}: the service repeats the page after ${nextCursor}, so the list would never end.`;
      throw new UnexpectedAnswerError(message, { operation: name, host: base.host });
    }
    seen.add(nextCursor);
    current = { ...input, [field]: nextCursor };
  }
}
