import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";

/**
 * The newest events, as many as there is room for. Each has a number that it keeps: the first one ever held has 0. Sequences
 * are not used for that because a service leaves some out.
 */
export class EventStore {
  readonly #rows: EventRow[] = [];
  readonly #capacity: number;
  /** The number of the oldest one held. */
  #first = 0;
  #end = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get first(): number {
    return this.#first;
  }

  /** One more than the number of the newest. */
  get end(): number {
    return this.#end;
  }

  get size(): number {
    return this.#end - this.#first;
  }

  /** The sequence of the newest; 0 where there is none. */
  get last(): number {
    return this.at(this.#end - 1)?.[0] ?? 0;
  }

  /** Takes those that are newer than what it has. */
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

  /** The number of the event with this sequence, or of the next one after it; `end` where there is none yet. */
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
