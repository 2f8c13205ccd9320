import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { PageCursor } from "../list/pageCursor.ts";

/**
 * A deployment's events as far as they were seen, each once. Where the service numbers them without a gap its numbers are kept; else
 * they are numbered here, by time, then as they came. Of very many the oldest are dropped.
 */
export interface EventLog {
  /** Adds what is new of some events; answers that. */
  add(items: readonly UnknownRecord[]): readonly UnknownRecord[];
  after(sequence: number): readonly UnknownRecord[];
  has(item: UnknownRecord): boolean;
  /** Where to begin when what is new is read: the cursor of the last page, where the newest come last. */
  readFrom: PageCursor | undefined;
  isNewestFirst: boolean;
  /** There was more than could be read at once. */
  hasMore: boolean;
}

export type EventLogs = Map<string, EventLog>;

const mostLogs = 20;
/** So many are kept, or a few more. */
export const mostEvents = 20_000;
/** So many are known of events that were seen. */
const mostSeen = 3 * mostEvents;

export function findEventLog(logs: EventLogs, deploymentId: string): EventLog {
  const log = logs.get(deploymentId) ?? createEventLog(deploymentId);
  logs.delete(deploymentId);
  logs.set(deploymentId, log);
  dropOldest(logs, mostLogs);
  return log;
}

/** Drops what a collection has had for longest, down to so many entries. */
function dropOldest(entries: Map<string, unknown> | Set<string>, most: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(key);
  }
}

function createEventLog(deploymentId: string): EventLog {
  const events: UnknownRecord[] = [];
  const seen = new Set<string>();
  let isTheirs: boolean | undefined;
  /** How many events are up to a number: nearly always all of them, so it looks at the last first. */
  const countUpTo = (number: number) => events.findLastIndex((event) => sequenceOf(event) <= number) + 1;
  const insert = (item: UnknownRecord): UnknownRecord => {
    const sequence = isTheirs ? sequenceOf(item) : sequenceOf(events.at(-1) ?? {}) + 1;
    const event = { ...item, deploymentId, sequence };
    events.splice(countUpTo(sequence), 0, event);
    return event;
  };
  return {
    readFrom: undefined,
    isNewestFirst: false,
    hasMore: false,
    add: (items) => {
      const counts = new Map<string, number>();
      const keys = items.map((item) => keyOf(item, counts));
      const fresh = inOrder(items.filter((_, at) => !seen.has(keys[at] ?? "")));
      for (const key of keys) seen.add(key);
      dropOldest(seen, mostSeen);
      if (fresh.length === 0) return [];
      isTheirs ??= isGapless(fresh);
      isTheirs &&= fresh.every((item) => sequenceOf(item) > 0);
      const added = fresh.map(insert);
      // A quarter more before it is shortened, so that shortening stays rare.
      if (events.length > mostEvents * 1.25) events.splice(0, events.length - mostEvents);
      return added;
    },
    has: (item) => seen.has(keyOf(item, new Map())),
    after: (sequence) => events.slice(countUpTo(sequence)),
  };
}

function inOrder(items: readonly UnknownRecord[]): readonly UnknownRecord[] {
  const bySequence = items.toSorted((one, other) => sequenceOf(one) - sequenceOf(other));
  if (isGapless(bySequence)) return bySequence;
  const arrived = areNewestFirst(items) ? items.toReversed() : items;
  // A line without a time belongs to the one before.
  return arrived.every(momentOf) ? arrived.toSorted((one, other) => momentOf(one) - momentOf(other)) : arrived;
}

function isGapless(items: readonly UnknownRecord[]): boolean {
  const first = sequenceOf(items[0] ?? {});
  return first > 0 && items.every((item, index) => sequenceOf(item) === first + index);
}

/** Whether a list begins with what happened last. */
export function areNewestFirst(items: readonly UnknownRecord[]): boolean {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return false;
  const [start, end] = [momentOf(first), momentOf(last)];
  return start === end ? sequenceOf(first) > sequenceOf(last) : end > 0 && start > end;
}

const sequenceOf = ({ sequence }: UnknownRecord) => (typeof sequence === "number" ? sequence : 0);

const momentOf = ({ at }: UnknownRecord) => (typeof at === "string" ? Date.parse(at) || 0 : 0);

const idNames = ["id", "eventId", "event_id", "uuid"];

/**
 * What an event is recognised by: its number, or an id that is in it; else what it says. What says nothing else of itself may come several
 * times at once.
 */
function keyOf(item: UnknownRecord, counts: Map<string, number>): string {
  if (sequenceOf(item) > 0) return `number ${sequenceOf(item)}`;
  for (const fields of [item, ...Object.values(item).filter(isRecord)]) {
    const id = idNames.map((name) => fields[name]).find((one) => typeof one === "string" || typeof one === "number");
    if (id !== undefined) return `id ${id}`;
  }
  const words = JSON.stringify([item.at, item.message]);
  const count = counts.get(words) ?? 0;
  counts.set(words, count + 1);
  return `${words} ${count}`;
}
