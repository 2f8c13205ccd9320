import fc from "fast-check";

/** Something that holds for every input; `check` looks for one it does not hold for. */
export interface Law {
  readonly name: string;
  check(runs: number, seed: number): Promise<string | undefined>;
}

type ErrorClass = abstract new (...args: never) => Error;

/** Processor time of one reading: other programs of a busy machine do not count. */
const longestMs = 2000;
const mostMs = 900_000;

export function createLaw<T>(name: string, inputs: fc.Arbitrary<T>, holds: (input: T) => void | Promise<void>): Law {
  return {
    name,
    check: async (numRuns, seed) => {
      const property = fc.asyncProperty(inputs, async (input) => await holds(input));
      const { failed, counterexample, errorInstance, numShrinks } = await fc.check(property, {
        ...{ numRuns, seed },
        // What takes long takes long to be made smaller, too.
        ...{ interruptAfterTimeLimit: mostMs, markInterruptAsFailure: true },
      });
      if (!failed) return undefined;
      const reason = errorInstance instanceof Error ? (errorInstance.stack ?? "").split("\n", 4).join(" ") : "";
      return `${fc.stringify(counterexample).slice(0, 600)} (${numShrinks} times made smaller): ${reason || String(errorInstance)}`;
    },
  };
}

/** Reads any input to a value or to one of the errors it is known for, and soon. */
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

/** For laws: says what was found where something does not hold. */
export function assertHolds(holds: boolean, found: () => string): void {
  if (!holds) throw new Error(found());
}
