import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { PageCursor } from "../list/pageCursor.ts";

/**
 * A deployment's events as far as they were seen, each once. Where the service numbers them without a gap its numbers are kept; else
 * they are numbered here, by time, then as they came. Of very many the oldest are let go.
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
  /** Of a log that is one text: the beginning of a line whose end is not there yet. */
  openLine?: string | undefined;
}

export interface EventLogs {
  of(deploymentId: string): EventLog;
}

const mostLogs = 20;
/** So many are kept, or a few more. */
export const mostEvents = 20_000;
/** So many ids and words are known of events that were seen. */
const mostSeen = 3 * mostEvents;

export function createEventLogs(): EventLogs {
  const known = new Map<string, EventLog>();
  return {
    of: (deploymentId) => {
      const log = known.get(deploymentId) ?? createEventLog(deploymentId);
      known.delete(deploymentId);
      known.set(deploymentId, log);
      dropOldest(known, mostLogs);
      return log;
    },
  };
}

/** Drops what a map has had for longest, down to so many entries. */
function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

function createEventLog(deploymentId: string): EventLog {
  const events: UnknownRecord[] = [];
  const seen = createSeenEvents();
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
      const ordered = inOrder(seen.addNew(items));
      if (ordered.length === 0) return [];
      isTheirs ??= isGapless(ordered);
      if (isTheirs && !ordered.every((item) => sequenceOf(item) > 0)) isTheirs = false;
      const added = ordered.map(insert);
      // A quarter more before it is shortened, so that shortening stays rare.
      if (events.length > mostEvents * 1.25) events.splice(0, events.length - mostEvents);
      return added;
    },
    has: seen.has,
    after: (sequence) => events.slice(countUpTo(sequence)),
  };
}

/** Which events were seen, by their ids and by what they say. */
function createSeenEvents() {
  /** By id, and by words with whether an id came with them: one way to read an event may say more than another. */
  const seen = new Map<string, boolean>();
  const isSeen = (id: string | undefined, words: string) =>
    id === undefined ? seen.has(words) : seen.has(id) || seen.get(words) === false;
  return {
    has: (item: UnknownRecord) => isSeen(idOf(item), wordsOf(item, new Map())),
    addNew: (items: readonly UnknownRecord[]) => {
      const counts = new Map<string, number>();
      const fresh = items.filter((item) => {
        const [id, words] = [idOf(item), wordsOf(item, counts)];
        if (isSeen(id, words)) return false;
        if (id !== undefined) seen.set(id, true);
        seen.set(words, id !== undefined);
        return true;
      });
      dropOldest(seen, mostSeen);
      return fresh;
    },
  };
}

function inOrder(items: readonly UnknownRecord[]): readonly UnknownRecord[] {
  const bySequence = items.toSorted((one, other) => sequenceOf(one) - sequenceOf(other));
  if (isGapless(bySequence)) return bySequence;
  const arrived = areNewestFirst(items) ? items.toReversed() : items;
  return arrived.toSorted((one, other) => momentOf(one) - momentOf(other));
}

function isGapless(items: readonly UnknownRecord[]): boolean {
  const first = sequenceOf(items[0] ?? {});
  return first > 0 && items.every((item, index) => sequenceOf(item) === first + index);
}

/** Whether a list begins with what happened last. */
export function areNewestFirst(items: readonly UnknownRecord[]): boolean {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return false;
  return momentOf(first) === momentOf(last) ? sequenceOf(first) > sequenceOf(last) : momentOf(first) > momentOf(last);
}

const sequenceOf = ({ sequence }: UnknownRecord) => (typeof sequence === "number" ? sequence : 0);

const momentOf = ({ at }: UnknownRecord) => (typeof at === "string" ? Date.parse(at) || 0 : 0);

const idNames = ["id", "eventId", "event_id", "uuid"];

/** What an event is called: its number, or an id that stands in it. */
function idOf(item: UnknownRecord): string | undefined {
  if (sequenceOf(item) > 0) return `number ${sequenceOf(item)}`;
  const inner = Object.values(item).filter((value) => isRecord(value));
  for (const fields of [item, ...inner]) {
    const id = idNames.map((name) => fields[name]).find((one) => typeof one === "string" || typeof one === "number");
    if (id !== undefined) return `id ${id}`;
  }
  return undefined;
}

/** What it says; what says nothing else of itself may come several times at once. */
function wordsOf(item: UnknownRecord, counts: Map<string, number>): string {
  const words = JSON.stringify([item.at, item.message]);
  const count = counts.get(words) ?? 0;
  counts.set(words, count + 1);
  return `${words} ${count}`;
}
