import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";

/**
 * The newest events, up to a capacity. Each event has a number that does not change; the first event ever stored has 0. The
 * sequences of the service cannot serve as numbers, because they have gaps.
 */
export class EventStore {
  readonly #rows: EventRow[] = [];
  readonly #capacity: number;
  /** The number of the oldest stored event. */
  #first = 0;
  #end = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get first(): number {
    return this.#first;
  }

  /** The number after that of the newest event. */
  get end(): number {
    return this.#end;
  }

  get size(): number {
    return this.#end - this.#first;
  }

  /** The sequence of the newest event; 0 if there is none. */
  get last(): number {
    return this.at(this.#end - 1)?.[0] ?? 0;
  }

  /** Adds the rows that are newer than the newest stored one. */
  push(rows: readonly EventRow[]): void {
    let last = this.last;
    for (const row of rows) {
      if (row[0] <= last) continue;
      last = row[0];
      this.#rows[this.#end % this.#capacity] = row;
      this.#end += 1;
    }
    this.#first = Math.max(this.#first, this.#end - this.#capacity);
  }

  at(number: number): EventRow | undefined {
    return number >= this.#first && number < this.#end ? this.#rows[number % this.#capacity] : undefined;
  }

  /** The number of the event with this sequence, or of the next one after it; `end` if there is none. */
  find(sequence: number): number {
    let [low, high] = [this.#first, this.#end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.at(middle)?.[0] ?? 0) < sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
