/** The test runs that this window shows, so that none is shown twice. */
export function createShownRuns() {
  const ids = new Set<string>();
  return {
    has: (runId: string): boolean => ids.has(runId),
    add: (runId: string): void => {
      ids.add(runId);
    },
    /** It is no longer watched. One that the user did not cancel is shown again when its connection is back. */
    leave: (runId: string, isCancelled: boolean): void => {
      if (!isCancelled) ids.delete(runId);
    },
  };
}
