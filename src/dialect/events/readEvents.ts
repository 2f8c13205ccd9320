import type { CallOptions } from "../../client/client.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { DialectCall, DialectSession } from "../dialectCall.ts";
import type { PageCursor } from "../list/pageCursor.ts";
import { readListPage, type ServicePage } from "../list/readListPage.ts";
import { recordEvidence } from "../recordEvidence.ts";
import { startCall, startInnerCall } from "../session.ts";
import { areNewestFirst, type EventLog, mostEvents } from "./eventLog.ts";
import { readLogText } from "./logText.ts";

const pageSize = 200;
/** For one call; pages may be short. */
const most = { requests: 200, events: 5000, rounds: 20 } as const;
/** Requests that one page may take. */
const pageRequests = 8;

/** Reads the new events of a deployment into its log: as many as one call may cost. */
export async function readEvents(session: DialectSession, id: string, options: CallOptions): Promise<EventLog> {
  const log = session.logs.of(id);
  const whole = startCall(session, "deployment.events", { id }, options);
  whole.budget.requests = most.requests;
  // Added together, because they may come newest first.
  const fresh: UnknownRecord[] = [];
  const finish = (readFrom: PageCursor | undefined, hasMore = false) => {
    Object.assign(log, { readFrom, hasMore });
    log.add(fresh);
    return log;
  };
  let cursor = log.isNewestFirst ? undefined : log.readFrom;
  for (;;) {
    const page = await readPage(whole, id, cursor, fresh.length > 0 && !log.isNewestFirst);
    // The events before are not lost, and the next reading meets the error again.
    if (!page) return finish(cursor, true);
    const text = readLogText(log, page);
    const events = text ?? page.items;
    if (events.length > 1) log.isNewestFirst = areNewestFirst(events);
    for (const event of events) fresh.push(event);
    if (!page.next) return finish(text ? log.readFrom : cursor);
    if (log.isNewestFirst && events.some((event) => log.has(event))) return finish(cursor);
    // A service that pages on without items waits for something to happen.
    if (events.length === 0) return finish(page.next.url === undefined && !text ? cursor : page.next);
    if (isEnough(whole, log, fresh)) return finish(page.next, !log.isNewestFirst);
    cursor = page.next;
  }
}

async function readPage(
  whole: DialectCall,
  id: string,
  cursor: PageCursor | undefined,
  isOptional: boolean,
): Promise<ServicePage | undefined> {
  const call = startInnerCall(whole, whole.name, { id, limit: pageSize });
  try {
    const page = await readListPage(call, cursor ?? {});
    recordEvidence(call);
    return page;
  } catch (error) {
    if (isOptional && !whole.options.signal?.aborted) return undefined;
    recordEvidence(call, error);
    throw error;
  }
}

/** Reads on until there is something after a sequence, or no more. */
export async function readAfter(read: () => Promise<EventLog>, after: number): Promise<EventLog> {
  for (let round = 1; ; round += 1) {
    const log = await read();
    if (!log.hasMore || round >= most.rounds || log.after(after).length > 0) return log;
  }
}

/** What comes newest first is read up to what is known; of very many, the oldest are left out. */
function isEnough({ budget }: DialectCall, { isNewestFirst }: EventLog, fresh: readonly UnknownRecord[]): boolean {
  if (fresh.length >= (isNewestFirst ? mostEvents : most.events)) return true;
  return budget.requests <= pageRequests || budget.leftMs() <= 0;
}
