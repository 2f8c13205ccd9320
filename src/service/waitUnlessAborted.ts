/** Rejects when the signal is aborted, also while the task still runs. */
export async function waitUnlessAborted(task: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const rejectOnAbort = () => aborted.reject(signal.reason);
  if (signal.aborted) rejectOnAbort();
  signal.addEventListener("abort", rejectOnAbort);
  try {
    await Promise.race([task, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", rejectOnAbort);
  }
}
