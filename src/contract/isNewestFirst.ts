import { unprovenEnd } from "./operation.ts";

/** An item as a service sends it. */
interface DatedItem {
  readonly createdAt?: unknown;
  readonly publishedAt?: unknown;
}

/** Whether no item is newer than the one before it, as far as the items say when they were created or published. */
export function isNewestFirst(items: readonly DatedItem[]): boolean {
  const times = items
    .map(({ createdAt, publishedAt }) => Date.parse(String(publishedAt ?? createdAt)))
    .filter((time) => !Number.isNaN(time));
  return times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));
}

/** The items of the first page of a list, newest first; none if a later page may have newer ones. */
export function listNewestItems<Item extends DatedItem>({
  items,
  nextCursor,
}: {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}): readonly Item[] {
  return nextCursor === null || nextCursor === unprovenEnd || isNewestFirst(items) ? items : [];
}
