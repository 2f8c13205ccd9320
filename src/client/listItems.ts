import { type InputOf, type ItemOf, type ListName, operations } from "../contract/operations.ts";
import type { CallOptions } from "./callOptions.ts";
import type { Client } from "./client.ts";
import { couldNot } from "./errorMessages.ts";
import { UnexpectedAnswerError } from "./errors.ts";
import type { CallContext } from "./sendAttempt.ts";

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Items of all pages that `call` answers, one request a page, the next one only when the one before is used up. */
export async function* listItems<N extends ListName>(
  { base }: Pick<CallContext, "base">,
  call: Client["call"],
  name: N,
  input: InputOf<N>,
  options: CallOptions | undefined,
): AsyncGenerator<ItemOf<N>, void> {
  // A list's output is a page of its items: what `ListName` selects by, which the compiler cannot follow back.
  const readPage = async (given: object) => (await call(name, given as InputOf<N>, options)) as Page<ItemOf<N>>;
  // Events go on from a sequence, everything else from an opaque cursor.
  const field = "cursor" in operations[name].query.shape ? "cursor" : "after";
  const seen = new Set<string>();
  let current: object = input;
  while (true) {
    const { items, nextCursor } = await readPage(current);
    // `yield*` would wrap each item in one more promise.
    for (const item of items) yield item;
    if (nextCursor === null || nextCursor === "") return;
    if (seen.has(nextCursor)) {
      const message = `${couldNot(name, base.host)}: the service repeats the page after ${nextCursor}, so the list would never end.`;
      throw new UnexpectedAnswerError(message, { operation: name, host: base.host });
    }
    seen.add(nextCursor);
    current = { ...input, [field]: nextCursor };
  }
}
