import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";
import { createEventMatcher, type EventFilter } from "./eventFilter.ts";
import { createSearchPattern, hasMatch } from "./eventSearch.ts";
import type { EventStore } from "./eventStore.ts";

/** Ascending numbers that come at the end and go at the beginning. */
class NumberList {
  #numbers: number[] = [];
  /** Those before it are gone. */
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

  /** Lets go of what is smaller; answers how many that were. */
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

/** The events that a filter leaves, in their positions from top to bottom, and what is found among them. */
export class EventView {
  readonly #store: EventStore;
  readonly #rows = new NumberList();
  readonly #found = new NumberList();
  #isWanted: (row: EventRow) => boolean;
  #pattern: RegExp | undefined;
  /** Events up to it were looked at. */
  #seen = 0;

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

  get foundCount(): number {
    return this.#found.length;
  }

  /** Takes in what is new in the store; answers how many rows went at the top. */
  update(): number {
    const { first, end } = this.#store;
    for (let number = Math.max(first, this.#seen); number < end; number += 1) this.#take(number);
    this.#seen = end;
    this.#found.dropBelow(first);
    return this.#rows.dropBelow(first);
  }

  filter(filter: EventFilter): void {
    this.#isWanted = createEventMatcher(filter);
    this.#rows.clear();
    this.#found.clear();
    this.#seen = 0;
    this.update();
  }

  search(text: string): void {
    this.#pattern = createSearchPattern(text);
    this.#found.clear();
    const pattern = this.#pattern;
    if (!pattern) return;
    for (let position = 0; position < this.length; position += 1) {
      const [number, row] = [this.numberAt(position), this.rowAt(position)];
      if (number !== undefined && row && hasMatch(pattern, row)) this.#found.push(number);
    }
  }

  numberAt(position: number): number | undefined {
    return this.#rows.at(position);
  }

  rowAt(position: number): EventRow | undefined {
    const number = this.#rows.at(position);
    return number === undefined ? undefined : this.#store.at(number);
  }

  /** Of this event, or of the next one below that is shown. */
  positionOf(number: number): number {
    return this.#rows.positionOf(number);
  }

  isShown(number: number): boolean {
    return this.#rows.has(number);
  }

  /** What is found next, seen from an event; past the last one it begins again. */
  found(from: number | undefined, step: 1 | -1): { readonly number: number; readonly rank: number } | undefined {
    const count = this.#found.length;
    if (count === 0) return undefined;
    const rank = this.#rankFrom(from, step, count);
    const number = this.#found.at(rank);
    return number === undefined ? undefined : { number, rank: rank + 1 };
  }

  /** The how manieth of what is found an event is, from 1; undefined: it is not found. */
  rankOf(number: number): number | undefined {
    return this.#found.has(number) ? this.#found.positionOf(number) + 1 : undefined;
  }

  #rankFrom(from: number | undefined, step: 1 | -1, count: number): number {
    if (from === undefined) return step === 1 ? 0 : count - 1;
    const at = this.#found.positionOf(from);
    const next = step === -1 ? at - 1 : this.#found.has(from) ? at + 1 : at;
    return (next + count) % count;
  }

  #take(number: number): void {
    const row = this.#store.at(number);
    if (!row || !this.#isWanted(row)) return;
    this.#rows.push(number);
    if (this.#pattern && hasMatch(this.#pattern, row)) this.#found.push(number);
  }
}
