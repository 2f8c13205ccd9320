import fc from "fast-check";

/** A property that holds for every input; `check` searches for a counterexample. */
export interface Law {
  readonly name: string;
  check(runs: number, seed: number): Promise<string | undefined>;
}

type ErrorClass = abstract new (...args: never) => Error;

/** The processor time limit for one input, which excludes the time of other programs. */
const longestMs = 2000;
const mostMs = 900_000;

export function createLaw<T>(name: string, inputs: fc.Arbitrary<T>, holds: (input: T) => void | Promise<void>): Law {
  return {
    name,
    check: async (numRuns, seed) => {
      const property = fc.asyncProperty(inputs, async (input) => await holds(input));
      const { failed, counterexample, errorInstance, numShrinks } = await fc.check(property, {
        ...{ numRuns, seed },
        // Shrinking a slow input is slow, too.
        ...{ interruptAfterTimeLimit: mostMs, markInterruptAsFailure: true },
      });
      if (!failed) return undefined;
      const reason = errorInstance instanceof Error ? (errorInstance.stack ?? "").split("\n", 4).join(" ") : "";
      return `${fc.stringify(counterexample).slice(0, 600)} (${numShrinks} times made smaller): ${reason || String(errorInstance)}`;
    },
  };
}

/** The parser turns any input into a value or a documented error within the time limit. */
export function createTotalLaw<T>(
  name: string,
  inputs: fc.Arbitrary<T>,
  read: (input: T) => unknown,
  typed: readonly ErrorClass[] = [],
): Law {
  return createLaw(name, inputs, async (input) => {
    const before = process.threadCpuUsage();
    try {
      await read(input);
    } catch (error) {
      if (!typed.some((known) => error instanceof known)) throw error;
    }
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > longestMs * 1000) throw new Error(`It took ${Math.round((user + system) / 1000)} ms.`);
  });
}

/** Throws with the counterexample when a law does not hold. */
export function assertHolds(holds: boolean, found: () => string): void {
  if (!holds) throw new Error(found());
}
