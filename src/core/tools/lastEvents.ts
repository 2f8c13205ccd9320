import type { DeploymentEvent } from "../../contract/deployments.ts";

interface Wanted {
  /** Events after a sequence, oldest first: the service reads forwards only. */
  readonly read: (after: number, limit: number) => Promise<readonly DeploymentEvent[]>;
  readonly count: number;
  /** Only events before this sequence. */
  readonly before: number | undefined;
  readonly suits: (event: DeploymentEvent) => boolean;
}

/** Events a request, and requests that are made to find rare ones. */
const window = 1000;
const mostWindows = 20;

/** The last events that suit, oldest first. There may be more of them before the sequence `searched`, unless it is 0. */
export async function lastEvents({
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

/** A sequence that none is above, at most a window away from the last one: leaps find it among 100,000 in a dozen small requests. */
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
