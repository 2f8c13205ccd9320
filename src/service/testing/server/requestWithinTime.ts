import { CaseNotRunError, UnexpectedResultError } from "./runCheck.ts";

/** Requests before the first case only determine the list of cases, so a silent server must not block the run. */
const maxMs = 30_000;

/** Sends one request. Returns `undefined` without a valid response in time; the cases repeat the request and report the reason. */
export async function requestWithinTime<T>(
  send: (signal: AbortSignal) => Promise<T>,
  limitMs: number | undefined,
  signal: AbortSignal,
): Promise<T | undefined> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), Math.min(limitMs ?? maxMs, maxMs));
  try {
    return await send(AbortSignal.any([signal, timeout.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.signal.aborted || error instanceof UnexpectedResultError || error instanceof CaseNotRunError)
      return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
