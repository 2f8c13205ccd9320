import { createContext, Script } from "node:vm";
import { isRecord } from "../../text/record.ts";

/** Thrown when matching a regular expression of a case takes too long. */
export class SlowPatternError extends Error {
  override readonly name = "SlowPatternError";
}

/** Real time: a busy machine may rest within a pattern that takes none. */
const timeoutMs = 1000;
const match = new Script("new RegExp(pattern, 'mu').test(text)");

/** Whether a pattern of a case file matches anywhere in a text. Some patterns never end, so matching stops after a second. */
export function matchWithTimeLimit(pattern: string, text: string): boolean {
  try {
    // The context receives two texts and returns a boolean. It does not run the case file as code.
    return match.runInContext(createContext({ pattern, text }), { timeout: timeoutMs }) === true;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new SlowPatternError(
      `The pattern ${JSON.stringify(pattern)} took longer than ${timeoutMs} ms. Simplify the pattern.`,
      {
        cause: error,
      },
    );
  }
}

/** The error belongs to another context, so `instanceof Error` does not work. */
function isTimeout(error: unknown): boolean {
  return isRecord(error) && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
