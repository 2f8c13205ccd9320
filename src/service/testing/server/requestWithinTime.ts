import { CaseNotRunError, UnexpectedResultError } from "./runCheck.ts";

/** What is asked before the first case decides only which cases there are: a server that keeps silent must not keep the run. */
const longestMs = 10_000;

/** Asks once; undefined where there is no good answer in time. Why that is, the cases tell, which ask again. */
export async function requestWithinTime<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  limitMs: number | undefined,
  signal: AbortSignal,
): Promise<T | undefined> {
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(), Math.min(limitMs ?? longestMs, longestMs));
  try {
    return await ask(AbortSignal.any([signal, own.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (own.signal.aborted || error instanceof UnexpectedResultError || error instanceof CaseNotRunError)
      return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
