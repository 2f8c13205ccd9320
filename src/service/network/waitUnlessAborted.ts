/** Settles as the task does. Rejects with the reason of the signal if that is aborted first; the task goes on. */
export async function waitUnlessAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const rejectOnAbort = () => aborted.reject(signal.reason);
  if (signal.aborted) rejectOnAbort();
  signal.addEventListener("abort", rejectOnAbort);
  try {
    return await Promise.race([task, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", rejectOnAbort);
  }
}
