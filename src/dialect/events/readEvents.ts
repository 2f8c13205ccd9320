import type { UnknownRecord } from "../../text/record.ts";
import type { DialectCall } from "../dialectCall.ts";
import type { PageCursor } from "../list/pageCursor.ts";
import { readListPage, type ServicePage } from "../list/readListPage.ts";
import { areNewestFirst, type EventLog, findEventLog, mostEvents } from "./eventLog.ts";

const pageSize = 200;
/** For one call; pages may be short. */
const most = { requests: 200, events: 5000 } as const;
/** Requests that one page may take. */
const pageRequests = 8;

/** Events after a sequence, with the last one as the cursor while there are more. */
export async function readEventPage(call: DialectCall) {
  const { id, after = 0, limit = 200 } = call.input;
  const log = findEventLog(call.session.logs, String(id));
  await readNewEvents(call, log);
  const all = log.after(Number(after));
  const items = all.slice(0, Number(limit));
  const hasMore = items.length < all.length || (log.hasMore && items.length > 0);
  return { items, nextCursor: hasMore ? String(items.at(-1)?.sequence) : null };
}

/** Reads the new events of a deployment into its log: as many as one call may cost. */
async function readNewEvents(call: DialectCall, log: EventLog): Promise<void> {
  call.budget.requests = most.requests;
  // Added together, because they may come newest first.
  const fresh: UnknownRecord[] = [];
  const finish = (readFrom: PageCursor | undefined, hasMore = false) => {
    Object.assign(log, { readFrom, hasMore });
    log.add(fresh);
  };
  let cursor = log.isNewestFirst ? undefined : log.readFrom;
  for (;;) {
    const page = await readPage(call, cursor, fresh.length > 0 && !log.isNewestFirst);
    // The events before are not lost, and the next reading meets the error again.
    if (!page) return finish(cursor, true);
    const { items, next } = page;
    if (items.length > 1) log.isNewestFirst = areNewestFirst(items);
    for (const event of items) fresh.push(event);
    if (!next) return finish(cursor);
    if (log.isNewestFirst && items.some((event) => log.has(event))) return finish(cursor);
    // A service that pages on without items waits for something to happen.
    if (items.length === 0) return finish(next.url === undefined ? cursor : next);
    if (isEnough(call, log, fresh)) return finish(next, !log.isNewestFirst);
    cursor = next;
  }
}

async function readPage(
  { input: { id }, ...call }: DialectCall,
  cursor: PageCursor | undefined,
  isOptional: boolean,
): Promise<ServicePage | undefined> {
  try {
    return await readListPage({ ...call, input: { id, limit: pageSize } }, cursor ?? {});
  } catch (error) {
    if (isOptional && !call.options.signal?.aborted) return undefined;
    throw error;
  }
}

/** What comes newest first is read up to what is known; of very many, the oldest are left out. */
function isEnough({ budget }: DialectCall, { isNewestFirst }: EventLog, fresh: readonly UnknownRecord[]): boolean {
  if (fresh.length >= (isNewestFirst ? mostEvents : most.events)) return true;
  return budget.requests <= pageRequests || budget.leftMs() <= 0;
}
