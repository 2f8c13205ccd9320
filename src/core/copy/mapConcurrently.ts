/** Maps items, at most so many at once, and keeps their order. After a failure no further item is begun. */
export async function mapConcurrently<Item, Result>(
  most: number,
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  let hasFailed = false;
  const work = async () => {
    for (const [index, item] of waiting) {
      if (hasFailed) return;
      try {
        results[index] = await map(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  // All have ended when the first failure is thrown, so that nothing works on unseen.
  const ends = await Promise.allSettled(Array.from({ length: Math.min(most, items.length) }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return results;
}
