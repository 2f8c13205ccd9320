import { type ListName, operations } from "../contract/operations.ts";

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/**
 * Items of all pages, one request a page, the next one only when the one before is used up. `repeated` makes the
 * error of a list that comes back to where it was.
 */
export async function* readPages<Item>(
  name: ListName,
  input: object,
  readPage: (input: object) => Promise<Page<Item>>,
  repeated: (cursor: string) => Error,
): AsyncGenerator<Item, void> {
  // Events go on from a sequence, everything else from an opaque cursor.
  const field = "cursor" in operations[name].query.shape ? "cursor" : "after";
  const seen = new Set<string>();
  let current = input;
  while (true) {
    const { items, nextCursor } = await readPage(current);
    yield* items;
    if (nextCursor === null || nextCursor === "") return;
    if (seen.has(nextCursor)) throw repeated(nextCursor);
    seen.add(nextCursor);
    current = { ...input, [field]: nextCursor };
  }
}
