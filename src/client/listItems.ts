import {
  type ListOperationItem,
  type ListOperationName,
  type OperationInput,
  operationTable,
} from "../contract/operations.ts";
import type { CallOptions, OperationCalls } from "./client.ts";
import type { ClientContext } from "./clientContext.ts";
import { describeFailedCall } from "./errorMessages.ts";
import { UnexpectedAnswerError } from "./errors.ts";

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** The items of all pages, one call a page; a page is read when the items before it are consumed. */
export async function* listItems<N extends ListOperationName>(
  { base }: Pick<ClientContext, "base">,
  call: OperationCalls["call"],
  name: N,
  input: OperationInput<N>,
  options: CallOptions | undefined,
): AsyncGenerator<ListOperationItem<N>, void> {
  // The output of a list operation is a page of its items; the compiler cannot infer that from `ListOperationName`.
  const readPage = async (pageInput: object) =>
    (await call(name, pageInput as OperationInput<N>, options)) as Page<ListOperationItem<N>>;
  // Events continue from a sequence, all other lists from an opaque cursor.
  const field = "cursor" in operationTable[name].query.shape ? "cursor" : "after";
  const seenCursors = new Set<string>();
  let pageInput: object = input;
  while (true) {
    const { items, nextCursor } = await readPage(pageInput);
    // `yield*` would wrap each item in another promise.
    for (const item of items) yield item;
    if (nextCursor === null || nextCursor === "") return;
    if (seenCursors.has(nextCursor)) {
      const message = `${describeFailedCall(name, base.host)}: the service repeats the page after ${nextCursor}, so the list would never end.`;
      throw new UnexpectedAnswerError(message, { operation: name, host: base.host });
    }
    seenCursors.add(nextCursor);
    pageInput = { ...input, [field]: nextCursor };
  }
}
