import { eventKinds, eventLevels } from "../../../contract/routes/eventKinds.ts";
import type { EventKind, EventLevel, EventRow } from "../../protocol/deploymentPanelMessages.ts";
import type { EventStore } from "./eventStore.ts";

/** Ascending numbers, added at the end and removed at the beginning. */
class NumberList {
  #numbers: number[] = [];
  /** The index of the first number; those before it are removed. */
  #head = 0;

  get length(): number {
    return this.#numbers.length - this.#head;
  }

  push(number: number): void {
    this.#numbers.push(number);
  }

  at(position: number): number | undefined {
    return position < 0 ? undefined : this.#numbers[this.#head + position];
  }

  /** The position of this number, or of the next larger one. */
  positionOf(number: number): number {
    let [low, high] = [this.#head, this.#numbers.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#numbers[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low - this.#head;
  }

  has(number: number): boolean {
    return this.at(this.positionOf(number)) === number;
  }

  /** Removes the smaller numbers and returns their count. */
  dropBelow(number: number): number {
    const dropped = this.positionOf(number);
    this.#head += dropped;
    if (this.#head > 10_000 && this.#head * 2 > this.#numbers.length) {
      this.#numbers = this.#numbers.slice(this.#head);
      this.#head = 0;
    }
    return dropped;
  }

  clear(): void {
    this.#numbers = [];
    this.#head = 0;
  }
}

/** The events that pass the filter, by position from top to bottom, and the search matches among them. */
export class EventView {
  readonly #store: EventStore;
  readonly #rows = new NumberList();
  readonly #matches = new NumberList();
  #isWanted: (row: EventRow) => boolean;
  #pattern: RegExp | undefined;
  /** The filter was applied to the events before this number. */
  #checkedUpTo = 0;

  constructor(store: EventStore, filter: EventFilter) {
    this.#store = store;
    this.#isWanted = createEventMatcher(filter);
  }

  get length(): number {
    return this.#rows.length;
  }

  get pattern(): RegExp | undefined {
    return this.#pattern;
  }

  get matchCount(): number {
    return this.#matches.length;
  }

  /** Adds the new events of the store and returns the count of rows that were removed at the top. */
  update(): number {
    const { first, end } = this.#store;
    for (let number = Math.max(first, this.#checkedUpTo); number < end; number += 1) this.#add(number);
    this.#checkedUpTo = end;
    this.#matches.dropBelow(first);
    return this.#rows.dropBelow(first);
  }

  filter(filter: EventFilter): void {
    this.#isWanted = createEventMatcher(filter);
    this.#rows.clear();
    this.#matches.clear();
    this.#checkedUpTo = 0;
    this.update();
  }

  search(text: string): void {
    this.#pattern = createSearchPattern(text);
    this.#matches.clear();
    const pattern = this.#pattern;
    if (!pattern) return;
    for (let position = 0; position < this.length; position += 1) {
      const [number, row] = [this.numberAt(position), this.rowAt(position)];
      if (number !== undefined && row && hasMatch(pattern, row)) this.#matches.push(number);
    }
  }

  numberAt(position: number): number | undefined {
    return this.#rows.at(position);
  }

  rowAt(position: number): EventRow | undefined {
    const number = this.#rows.at(position);
    return number === undefined ? undefined : this.#store.at(number);
  }

  /** The position of this event, or of the next shown event below it. */
  positionOf(number: number): number {
    return this.#rows.positionOf(number);
  }

  isShown(number: number): boolean {
    return this.#rows.has(number);
  }

  /** Finds the next match from an event in the given direction, and wraps around at the ends. */
  findNextMatch(
    from: number | undefined,
    step: 1 | -1,
  ): { readonly number: number; readonly rank: number } | undefined {
    const count = this.#matches.length;
    if (count === 0) return undefined;
    const rank = this.#nextRank(from, step, count);
    const number = this.#matches.at(rank);
    return number === undefined ? undefined : { number, rank: rank + 1 };
  }

  /** The rank of an event among the matches, from 1; undefined: the event does not match. */
  rankOf(number: number): number | undefined {
    return this.#matches.has(number) ? this.#matches.positionOf(number) + 1 : undefined;
  }

  #nextRank(from: number | undefined, step: 1 | -1, count: number): number {
    if (from === undefined) return step === 1 ? 0 : count - 1;
    const at = this.#matches.positionOf(from);
    const next = step === -1 ? at - 1 : this.#matches.has(from) ? at + 1 : at;
    return (next + count) % count;
  }

  #add(number: number): void {
    const row = this.#store.at(number);
    if (!row || !this.#isWanted(row)) return;
    this.#rows.push(number);
    if (this.#pattern && hasMatch(this.#pattern, row)) this.#matches.push(number);
  }
}

export interface EventFilter {
  /** The lowest level that is shown. */
  readonly level: EventLevel;
  readonly kinds: readonly EventKind[];
}

export const unrestrictedEventFilter: EventFilter = { level: "debug", kinds: eventKinds };

/** Builds the sets once, because the predicate runs for very many events. */
function createEventMatcher({ level: lowestLevel, kinds }: EventFilter): (row: EventRow) => boolean {
  const levels = new Set<EventLevel>(eventLevels.slice(eventLevels.indexOf(lowestLevel)));
  const wantedKinds = new Set<EventKind>(kinds);
  // The filter keeps an event whose level or kind the service does not send.
  return ([, , level, kind]) => (level === null || levels.has(level)) && (kind === null || wantedKinds.has(kind));
}

interface TextPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Ignores case; undefined for an empty text. */
export function createSearchPattern(text: string): RegExp | undefined {
  return text === "" ? undefined : new RegExp(text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, "\\$&"), "giu");
}

/** Whether the message or the data of an event matches. */
function hasMatch(pattern: RegExp, [, , , , message, data]: EventRow): boolean {
  return message.search(pattern) !== -1 || (data !== null && data.search(pattern) !== -1);
}

/** Splits a text into matching and other pieces. */
export function splitAtMatches(text: string, pattern: RegExp | undefined): readonly TextPiece[] {
  if (!pattern) return [{ text, isMatch: false }];
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) {
    pieces.push({ text: text.slice(end, index), isMatch: false }, { text: found, isMatch: true });
    end = index + found.length;
  }
  pieces.push({ text: text.slice(end), isMatch: false });
  return pieces.filter((piece) => piece.text !== "");
}

export interface Viewport {
  /** Pixels above the visible part. */
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

/** Extra rows beyond each edge, so that a quick scroll shows no gap. */
const overscan = 4;
/** The most rows that have an element, however tall the window is. */
const maxRows = 190;

/** Computes which rows need an element: from `first` to before `end`. */
export function computeVisibleRows({ top, height, rowHeight, count }: Viewport): {
  readonly first: number;
  readonly end: number;
} {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - overscan);
  const end = Math.min(count, first + maxRows, Math.ceil((top + height) / rowHeight) + overscan);
  return { first, end: Math.max(first, end) };
}
