import type { CallOptions } from "../../client/client.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { asking, mostTries, startAsking } from "../asking.ts";
import type { Asking, Dialect } from "../dialect.ts";
import { readAnyPage } from "../list/lists.ts";
import { areNewestFirst, type EventLog, mostEvents } from "./eventLog.ts";

const pageSize = 200;
/** Of one call; pages may be short. */
const most = { requests: 200, events: 5000, rounds: 20 } as const;

/** Reads what is new of a deployment's events into its log: as much of it as one call may cost. */
export async function readEvents(
  dialect: Dialect,
  id: string,
  options: CallOptions,
  tell: (of: Asking, error?: unknown) => void,
): Promise<EventLog> {
  const log = dialect.logs.of(id);
  const whole = startAsking(dialect, "deployment.events", { id }, options);
  whole.budget.requests = most.requests;
  // Together, as they may come newest first.
  const fresh: UnknownRecord[] = [];
  const stop = (readFrom: string | null, hasMore = false) => {
    Object.assign(log, { readFrom, hasMore });
    log.add(fresh);
    return log;
  };
  let cursor = log.isNewestFirst ? null : log.readFrom;
  for (;;) {
    const of = asking(whole, whole.name, { id, limit: pageSize, ...(cursor !== null && { cursor }) });
    const page = await readAnyPage(of).catch((error: unknown) => {
      if (fresh.length > 0 && !log.isNewestFirst && !options.signal?.aborted) return undefined;
      tell(of, error);
      throw error;
    });
    // What came before is not lost: whoever reads on meets the error again.
    if (!page) return stop(cursor, true);
    tell(of);
    const { items: events, nextCursor: next } = page;
    if (events.length > 1) log.isNewestFirst = areNewestFirst(events);
    fresh.push(...events);
    if (next === null || (log.isNewestFirst && events.some((event) => log.has(event)))) return stop(cursor);
    // Who goes on for ever with pages of nothing waits for something to happen.
    if (events.length === 0) return stop(isCounted(dialect) ? cursor : next);
    if (isEnough(whole, log, fresh)) return stop(next, !log.isNewestFirst);
    cursor = next;
  }
}

/** Reads on until there is something after a number, or no more. */
export async function readAfter(read: () => Promise<EventLog>, after: number): Promise<EventLog> {
  for (let round = 1; ; round += 1) {
    const log = await read();
    if (!log.hasMore || round >= most.rounds || log.after(after).length > 0) return log;
  }
}

/** Whether a page of nothing may be filled later: there, what follows it would leave that out. */
function isCounted({ knowledge }: Dialect): boolean {
  return ["page", "offset", "last"].includes(knowledge.of("deployment.events").paging?.kind ?? "");
}

/** What came newest first is read to where it is known; of very much, the oldest is left out. */
function isEnough({ budget }: Asking, { isNewestFirst }: EventLog, fresh: readonly UnknownRecord[]): boolean {
  if (fresh.length >= (isNewestFirst ? mostEvents : most.events)) return true;
  return budget.requests <= mostTries || budget.leftMs() <= 0;
}
