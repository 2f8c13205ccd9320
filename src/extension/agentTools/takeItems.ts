/** The first items of a paged list; reads only the pages it needs. */
export async function takeItems<Item>(
  items: AsyncIterable<Item>,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<{ readonly items: readonly Item[]; readonly isCut: boolean }> {
  const taken: Item[] = [];
  let index = 0;
  for await (const item of items) {
    if (taken.length === limit) return { items: taken, isCut: true };
    if (index >= skip) taken.push(item);
    index += 1;
  }
  return { items: taken, isCut: false };
}
