/** The reason why a call is not passed on. `busy`: it may be later. */
interface BudgetRefusal {
  readonly isBusy: boolean;
  readonly reason: string;
}

export type ModelBudget = ReturnType<typeof createModelBudget>;

/** Failed calls are not counted as successful, but their number is limited too. */
const triesPerCall = 4;

/** Counts the calls of one run, or of all runs of an evaluation, and refuses those beyond its limit. It ends no call that has begun. */
export function createModelBudget(mostCalls: number) {
  const counts = { tried: 0, passing: 0, succeeded: 0 };
  const stopped = new AbortController();
  let refused: string | undefined;
  return {
    signal: stopped.signal,
    /** The number of successful calls. */
    calls: () => counts.succeeded,
    /** Why it refused; undefined: it has not. */
    refused: () => refused,
    /** Refuses all further calls, and aborts those under way. */
    stop: (reason: string): void => {
      refused ??= reason;
      stopped.abort();
    },
    /** Starts a call, which `settle` ends. */
    start: (): BudgetRefusal | undefined => {
      if (counts.succeeded >= mostCalls || counts.tried >= mostCalls * triesPerCall)
        refused ??= `No more than the ${mostCalls} calls that were agreed to are passed on.`;
      if (refused !== undefined) return { isBusy: false, reason: refused };
      if (counts.succeeded + counts.passing >= mostCalls) return { isBusy: true, reason: "Too many calls at a time." };
      counts.tried += 1;
      counts.passing += 1;
      return undefined;
    },
    settle: (succeeded: boolean): void => {
      counts.passing -= 1;
      if (succeeded) counts.succeeded += 1;
    },
  };
}
