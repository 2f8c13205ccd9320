/** Ascending numbers that come at the end and go at the beginning. */
export class NumberList {
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
