import { createContext, Script } from "node:vm";
import { isRecord } from "../../text/record.ts";

/** A regular expression of a case took longer than is good for the service. */
export class SlowPatternError extends Error {
  override readonly name = "SlowPatternError";
}

const longestMs = 250;
const match = new Script("new RegExp(pattern, 'mu').test(text)");

/** Whether a pattern of a case file matches anywhere in a text. Patterns can take for ever: after a quarter of a second they are given up. */
export function matchWithTimeLimit(pattern: string, text: string): boolean {
  try {
    // Two texts go in and a boolean comes out: nothing of the case file is run as code.
    return match.runInContext(createContext({ pattern, text }), { timeout: longestMs }) === true;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new SlowPatternError(
      `The pattern ${JSON.stringify(pattern)} took longer than ${longestMs} ms. Write a simpler one.`,
      {
        cause: error,
      },
    );
  }
}

/** The error is one of the other context, so not an `Error` of this one. */
function isTimeout(error: unknown): boolean {
  return isRecord(error) && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
