/** The reason why a call is not passed on. `busy`: it may be later. */
interface BudgetRefusal {
  readonly isBusy: boolean;
  readonly reason: string;
}

/** Counts the calls of one run, or of all runs of an evaluation, and refuses those beyond its limit. It ends no call that has begun. */
export interface ModelBudget {
  /** Starts a call, which `settle` ends. */
  start(): BudgetRefusal | undefined;
  settle(succeeded: boolean): void;
  /** The number of successful calls. */
  calls(): number;
  /** Refuses all further calls, and aborts those under way. */
  stop(reason: string): void;
  readonly signal: AbortSignal;
  /** Why it refused; undefined: it has not. */
  refused(): string | undefined;
}

/** Failed calls are not counted as successful, but their number is limited too. */
const triesPerCall = 4;

export function createModelBudget(mostCalls: number): ModelBudget {
  const counts = { tried: 0, passing: 0, succeeded: 0 };
  const stopped = new AbortController();
  let refused: string | undefined;
  return {
    signal: stopped.signal,
    calls: () => counts.succeeded,
    refused: () => refused,
    stop: (reason) => {
      refused ??= reason;
      stopped.abort();
    },
    start: () => {
      if (counts.succeeded >= mostCalls || counts.tried >= mostCalls * triesPerCall)
        refused ??= `No more than the ${mostCalls} calls that were agreed to are passed on.`;
      if (refused !== undefined) return { isBusy: false, reason: refused };
      if (counts.succeeded + counts.passing >= mostCalls) return { isBusy: true, reason: "Too many calls at a time." };
      counts.tried += 1;
      counts.passing += 1;
      return undefined;
    },
    settle: (succeeded) => {
      counts.passing -= 1;
      if (succeeded) counts.succeeded += 1;
    },
  };
}
