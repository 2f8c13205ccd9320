export interface WaitLimits {
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number;
}

/** Waits for work that several callers share: a caller that is cancelled or out of time stops waiting, and the work goes on. */
export function waitWithin<T>(
  work: Promise<T>,
  { signal, deadlineMs }: WaitLimits,
  createError: (kind: "aborted" | "timeout") => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(createError("aborted"));
    signal?.addEventListener("abort", abort, { once: true });
    const timer = setTimeout(() => reject(createError("timeout")), deadlineMs);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    });
  });
}
