import type { UnknownRecord } from "../../text/record.ts";
import type { PageCursor } from "../list/pageCursor.ts";
import { createKnownEvents, type EventKey, eventKey, type KnownEvents, momentOf, sequenceOf } from "./knownEvents.ts";

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
  /** What its stream called the last event it brought. */
  streamId?: string | undefined;
}

export interface EventLogs {
  of(deploymentId: string): EventLog;
}

const most = 20;
/** So many are kept, or a few more. */
export const mostEvents = 20_000;

interface Kept {
  readonly event: UnknownRecord;
  readonly key: EventKey;
}

export function createEventLogs(): EventLogs {
  const known = new Map<string, EventLog>();
  return {
    of: (deploymentId) => {
      const log = known.get(deploymentId) ?? createEventLog(deploymentId);
      known.delete(deploymentId);
      known.set(deploymentId, log);
      for (const [oldest] of known.size > most ? known : []) {
        known.delete(oldest);
        break;
      }
      return log;
    },
  };
}

function createEventLog(deploymentId: string): EventLog {
  const events = createSequence<Kept>(({ event }) => sequenceOf(event), mostEvents);
  const known = createKnownEvents();
  let isTheirs: boolean | undefined;
  const keep = (item: UnknownRecord, key: EventKey | undefined): UnknownRecord => {
    const last = events.last();
    const sequence = isTheirs ? sequenceOf(item) : (last ? sequenceOf(last.event) : 0) + 1;
    const event = { ...item, deploymentId, sequence };
    // Only numbers without a gap show what is older.
    if (key) events.add({ event, key: isTheirs ? key : { ...key, number: 0 } });
    return event;
  };
  return {
    readFrom: undefined,
    isNewestFirst: false,
    hasMore: false,
    add: (items) => {
      const fresh = freshOf(known, items);
      if (fresh.size === 0) return [];
      const ordered = inOrder([...fresh.keys()]);
      isTheirs ??= isGapless(ordered);
      if (isTheirs && !ordered.every((item) => sequenceOf(item) > 0)) isTheirs = false;
      const added = ordered.map((item) => keep(item, fresh.get(item)));
      const gone = events.shorten();
      if (gone.length > 0) known.letGo(gone.map(({ key }) => key));
      return added;
    },
    has: (item) => known.has(eventKey(item, new Map())),
    after: (sequence) => events.after(sequence).map(({ event }) => event),
  };
}

/** What was not known, with what distinguishes it from others. */
function freshOf(known: KnownEvents, items: readonly UnknownRecord[]): Map<UnknownRecord, EventKey> {
  const counts = new Map<string, number>();
  const fresh = new Map<UnknownRecord, EventKey>();
  for (const item of items) {
    const key = eventKey(item, counts);
    if (known.has(key)) continue;
    known.add(key);
    fresh.set(item, key);
  }
  return fresh;
}

function inOrder(items: readonly UnknownRecord[]): readonly UnknownRecord[] {
  if (isGapless(items.toSorted((one, other) => sequenceOf(one) - sequenceOf(other))))
    return items.toSorted((one, other) => sequenceOf(one) - sequenceOf(other));
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

/** Things by their number, the lowest first. */
interface Sequence<T> {
  add(item: T): void;
  after(number: number): readonly T[];
  last(): T | undefined;
  /** Lets the lowest go where there are too many; answers them. */
  shorten(): readonly T[];
}

/** Holds about `most` things: a quarter more before it is shortened, so that shortening stays rare. */
export function createSequence<T>(numberOf: (item: T) => number, most: number): Sequence<T> {
  const all: T[] = [];
  /** How many stand up to a number. */
  const upTo = (number: number): number => {
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const item = all[middle];
      if (item !== undefined && numberOf(item) <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    add: (item) => {
      const last = all.at(-1);
      // Nearly always: things come in their order.
      if (last === undefined || numberOf(item) >= numberOf(last)) all.push(item);
      else all.splice(upTo(numberOf(item)), 0, item);
    },
    after: (number) => all.slice(upTo(number)),
    last: () => all.at(-1),
    shorten: () => (all.length > most * 1.25 ? all.splice(0, all.length - most) : []),
  };
}
