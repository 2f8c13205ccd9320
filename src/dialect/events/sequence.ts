/** Things by their number, the lowest first. */
export interface Sequence<T> {
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
