import { createContext, Script } from "node:vm";
import { isRecord } from "../../text/record.ts";

const script = new Script("work()");

/**
 * Runs code with foreign patterns and values for a limited time. A pattern may take for ever, and it runs in the service's process: only
 * a `vm` timeout can stop such synchronous code.
 */
export function runWithinTime<T>(timeout: number, work: () => T): T {
  let outcome: { readonly value: T } | undefined;
  const sandbox = createContext({
    work: () => {
      outcome = { value: work() };
    },
  });
  script.runInContext(sandbox, { timeout });
  if (!outcome) throw new Error("The task returned no value.");
  return outcome.value;
}

/** Real time: a busy machine may rest within a pattern that takes none. */
const patternMs = 1000;

/** Whether a pattern of a case file matches anywhere in a text. */
export function matchWithTimeLimit(pattern: string, text: string): boolean {
  const expression = new RegExp(pattern, "mu");
  try {
    return runWithinTime(patternMs, () => expression.test(text));
  } catch (cause) {
    // The error belongs to another context, so `instanceof Error` does not work.
    if (!isRecord(cause) || cause.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw cause;
    const advice = `took longer than ${patternMs} ms. Simplify the pattern.`;
    throw new Error(`The pattern ${JSON.stringify(pattern)} ${advice}`, { cause });
  }
}
