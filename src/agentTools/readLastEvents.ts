import type { DeploymentEvent } from "../contract/deployments.ts";

interface Wanted {
  /** Events after a sequence, oldest first, because the service reads forwards only. */
  readonly read: (after: number, limit: number) => Promise<readonly DeploymentEvent[]>;
  readonly count: number;
  /** Only events before this sequence. */
  readonly before: number | undefined;
  readonly suits: (event: DeploymentEvent) => boolean;
}

/** Events per request, and the number of requests that look for rare ones. */
const window = 1000;
const mostWindows = 20;

/** The last matching events, oldest first. Older matches may exist before the sequence `searched`, unless it is 0. */
export async function readLastEvents({
  read,
  count,
  before,
  suits,
}: Wanted): Promise<{ readonly events: readonly DeploymentEvent[]; readonly searched: number }> {
  let top = before === undefined ? await ceiling(read) : before - 1;
  let events: readonly DeploymentEvent[] = [];
  for (let windows = 0; top > 0 && events.length < count && windows < mostWindows; windows += 1) {
    const after = Math.max(0, top - window);
    const found = top === after ? [] : await read(after, top - after);
    events = [...found.filter((event) => event.sequence <= top && suits(event)), ...events];
    top = after;
  }
  const last = events.slice(-count);
  const [oldest] = last;
  return { events: last, searched: events.length > count && oldest ? oldest.sequence - 1 : top };
}

/**
 * An upper bound of the sequences, at most one window above the last one: a search in leaps finds it among 100,000
 * events in a dozen small requests.
 */
async function ceiling(read: Wanted["read"]): Promise<number> {
  let [low, high] = [0, window];
  for (; (await read(high, 1)).length > 0; high *= 4) low = high;
  while (high - low > window) {
    const middle = Math.floor((low + high) / 2);
    if ((await read(middle, 1)).length > 0) low = middle;
    else high = middle;
  }
  return high;
}
