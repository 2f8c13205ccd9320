import { unknownTime } from "../../contract/unsaid.ts";
import { type Fields, isFields } from "./json.ts";

/**
 * A deployment's events as far as they were seen, each once. Where the service numbers them without a gap its numbers are kept; else
 * they are numbered here, by time, then as they came.
 */
export interface EventLog {
  /** Adds what is new of some events; answers that. */
  add(items: readonly Fields[]): readonly Fields[];
  after(sequence: number): readonly Fields[];
  has(item: Fields): boolean;
  /** Where to begin when what is new is read: the cursor of the last page, where the newest come last. */
  readFrom: string | null;
  isNewestFirst: boolean;
  /** What its stream called the last event it brought. */
  streamId?: string | undefined;
}

export interface EventLogs {
  of(deploymentId: string): EventLog;
}

const most = 20;

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
  const events: Fields[] = [];
  const known = new Set<string>();
  /** What says the same, with or without an id: one way to read it may say more than another. */
  const said = new Map<string, boolean>();
  let isTheirs: boolean | undefined;
  const isKnown = (item: Fields, words: string) => {
    const id = idOf(item);
    return id !== undefined ? known.has(id) || said.get(words) === false : said.has(words);
  };
  const log: EventLog = {
    readFrom: null,
    isNewestFirst: false,
    add: (items) => {
      const counts = new Map<string, number>();
      const fresh = items.filter((item) => {
        const words = wordsOf(item, counts);
        const id = idOf(item);
        if (isKnown(item, words)) return false;
        if (id !== undefined) known.add(id);
        said.set(words, id !== undefined);
        return true;
      });
      if (fresh.length === 0) return [];
      const ordered = inOrder(fresh);
      isTheirs ??= isGapless(ordered);
      if (isTheirs && !ordered.every((item) => numberOf(item) > 0)) isTheirs = false;
      const last = () => Number(events.at(-1)?.sequence ?? 0);
      const added = ordered.map((item) => {
        const sequence = isTheirs ? numberOf(item) : last() + 1;
        const event = { ...item, deploymentId, sequence };
        events.push(event);
        return event;
      });
      if (isTheirs) events.sort((one, other) => numberOf(one) - numberOf(other));
      return added;
    },
    has: (item) => isKnown(item, wordsOf(item, new Map())),
    after: (sequence) => events.filter((event) => numberOf(event) > sequence),
  };
  return log;
}

const numberOf = ({ sequence }: Fields) => (typeof sequence === "number" ? sequence : 0);

const idNames = ["id", "eventId", "event_id", "uuid"];

/** What an event is called: its number, or an id that stands in it. */
function idOf(item: Fields): string | undefined {
  if (numberOf(item) > 0) return `number ${numberOf(item)}`;
  const inner = Object.values(item).filter((value) => isFields(value));
  for (const fields of [item, ...inner]) {
    const id = idNames.map((name) => fields[name]).find((one) => typeof one === "string" || typeof one === "number");
    if (id !== undefined) return `id ${id}`;
  }
  return undefined;
}

/** What it says; what says nothing else of itself may come several times at once. */
function wordsOf(item: Fields, counts: Map<string, number>): string {
  const words = JSON.stringify([item.at, item.message]);
  const count = counts.get(words) ?? 0;
  counts.set(words, count + 1);
  return `${words} ${count}`;
}

function inOrder(items: readonly Fields[]): readonly Fields[] {
  if (isGapless(items.toSorted((one, other) => numberOf(one) - numberOf(other))))
    return items.toSorted((one, other) => numberOf(one) - numberOf(other));
  const arrived = areNewestFirst(items) ? items.toReversed() : items;
  return arrived.toSorted((one, other) => timeOf(one) - timeOf(other));
}

function isGapless(items: readonly Fields[]): boolean {
  const first = numberOf(items[0] ?? {});
  return first > 0 && items.every((item, index) => numberOf(item) === first + index);
}

const timeOf = ({ at }: Fields) => (typeof at === "string" && at !== unknownTime ? Date.parse(at) : 0);

/** Whether a list begins with what happened last. */
export function areNewestFirst(items: readonly Fields[]): boolean {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return false;
  return timeOf(first) === timeOf(last) ? numberOf(first) > numberOf(last) : timeOf(first) > timeOf(last);
}
