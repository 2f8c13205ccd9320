import { isRecord, type UnknownRecord } from "../../text/record.ts";

/** What distinguishes an event from the others. */
export interface EventKey {
  readonly id: string | undefined;
  readonly words: string;
  /** 0 where it is not said. */
  readonly time: number;
  readonly number: number;
}

/** Which events were seen, though only the last of them are kept. */
export interface KnownEvents {
  has(key: EventKey): boolean;
  add(key: EventKey): void;
  /** Of what is no longer kept: known by being as old as that, from now on. */
  letGo(keys: readonly EventKey[]): void;
}

export function createKnownEvents(): KnownEvents {
  const ids = new Set<string>();
  /** What says the same, with or without an id: one way to read it may say more than another. */
  const said = new Map<string, boolean>();
  const past = { time: 0, number: 0 };
  let leaving: readonly EventKey[] = [];
  const isPast = ({ time, number }: EventKey) =>
    (time > 0 && time < past.time) || (number > 0 && number <= past.number);
  return {
    has: (key) => {
      if (isPast(key)) return true;
      const { id, words } = key;
      return id !== undefined ? ids.has(id) || said.get(words) === false : said.has(words);
    },
    add: ({ id, words }) => {
      if (id !== undefined) ids.add(id);
      said.set(words, id !== undefined);
    },
    letGo: (keys) => {
      for (const { time, number } of keys) {
        past.time = Math.max(past.time, time);
        past.number = Math.max(past.number, number);
      }
      // Those of the very same time as the last one could not be distinguished from new ones, nor could those without any.
      const timed = [...leaving, ...keys].filter(({ time, number }) => time > 0 || number > 0);
      leaving = timed.filter((key) => !isPast(key));
      for (const { id, words } of timed.filter(isPast)) {
        if (id !== undefined) ids.delete(id);
        said.delete(words);
      }
    },
  };
}

export function eventKey(item: UnknownRecord, counts: Map<string, number>): EventKey {
  return { id: idOf(item), words: wordsOf(item, counts), time: momentOf(item), number: sequenceOf(item) };
}

export const sequenceOf = ({ sequence }: UnknownRecord) => (typeof sequence === "number" ? sequence : 0);

export const momentOf = ({ at }: UnknownRecord) => (typeof at === "string" ? Date.parse(at) || 0 : 0);

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
