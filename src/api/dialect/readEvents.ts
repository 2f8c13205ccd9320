import type { CallOptions } from "../callOptions.ts";
import { type Asking, type Dialect, startAsking } from "./asking.ts";
import { areNewestFirst, type EventLog } from "./eventLog.ts";
import type { Fields } from "./json.ts";
import { readAnyPage } from "./lists.ts";

const pageSize = 200;

/** An event as it says itself: without a number where the service gives none. */
export function numbered({ knowledge }: Dialect, event: Fields): Fields {
  const isSaid = knowledge.of("deployment.events").fields?.sequence !== undefined;
  return isSaid ? event : { ...event, sequence: 0 };
}

/** Reads what is new of a deployment's events into its log. */
export async function readEvents(
  dialect: Dialect,
  id: string,
  options: CallOptions,
  tell: (of: Asking, error?: unknown) => void,
): Promise<EventLog> {
  const log = dialect.logs.of(id);
  // Together, as they may come newest first.
  const fresh: Fields[] = [];
  let cursor = log.isNewestFirst ? null : log.readFrom;
  for (;;) {
    const input = { id, limit: pageSize, ...(cursor !== null && { cursor }) };
    const of = startAsking(dialect, "deployment.events", input, options);
    const page = await readAnyPage(of).catch((error: unknown) => {
      tell(of, error);
      throw error;
    });
    tell(of);
    if (page.items.length > 1) log.isNewestFirst = areNewestFirst(page.items);
    log.readFrom = cursor;
    fresh.push(...page.items.map((item) => numbered(dialect, item)));
    cursor = page.nextCursor;
    if (cursor !== null && !(log.isNewestFirst && page.items.some((item) => log.has(numbered(dialect, item)))))
      continue;
    log.add(fresh);
    return log;
  }
}
