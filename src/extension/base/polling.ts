/** How this window reads again what may change at the active connection's service. */
export interface Polling {
  readonly budget: RequestBudget;
  /** The longest interval of what the user waits for or looks at. */
  restMs(): number;
  readonly runLater: RunLater;
  /** Waits so long, at most `restMs`, and then for a turn in the budget. Rejects when aborted. */
  wait(ms: number, requests: number, signal: AbortSignal): Promise<void>;
  /** The same polling; all that uses it has one turn in the budget at a time. */
  share(): Polling;
}

export interface PollingOptions {
  /** The interval that the user has set. */
  readonly refreshMs: () => number;
  readonly now?: () => number;
  readonly runLater?: RunLater;
}

/** A longer refresh interval is meant for views, not for the end of what the user has started. */
const longestRestMs = 60_000;

export function createPolling({ refreshMs, now, runLater = runAfterTimeout }: PollingOptions): Polling {
  const budget = createRequestBudget({ runLater, ...(now && { now }) });
  return createPollingWith(budget, () => Math.min(longestRestMs, refreshMs()), runLater);
}

function createPollingWith(budget: RequestBudget, restMs: () => number, runLater: RunLater): Polling {
  return {
    budget,
    restMs,
    runLater,
    wait: async (ms, requests, signal) => {
      await waitFor(runLater, Math.min(ms, restMs()), signal);
      await budget.take(requests, signal);
    },
    share: () => createPollingWith(createSharedBudget(budget), restMs, runLater),
  };
}

function waitFor(runLater: RunLater, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = runLater(ms, () => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    });
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** The requests that a window sends by itself. Whatever repeats requests waits here for its turn, in order. */
interface RequestBudget {
  /** Resolves when so many requests may be sent; rejects when aborted. */
  take(requests: number, signal: AbortSignal): Promise<void>;
  /** Counts requests that are sent without a wait, because the user acted. */
  spend(requests: number): void;
}

interface RequestBudgetOptions {
  readonly now?: () => number;
  readonly runLater?: RunLater;
}

interface Turn {
  readonly requests: number;
  readonly signal: AbortSignal;
  readonly grant: () => void;
}

/** More than a second, because several requests of one turn may be sent at the end of a minute. */
const requestMs = 1100;
/** The requests that may be sent at once after a pause. */
const burst = 20;
/** What the user does delays other requests by at most so many. */
const mostOverdrawn = 10;

/** One request a second, and a burst after a pause. */
export function createRequestBudget(options: RequestBudgetOptions = {}): RequestBudget {
  const { now = () => performance.now(), runLater = runAfterTimeout } = options;
  const turns = new Set<Turn>();
  /** When all counted requests are paid for. */
  let paidAt = Number.NEGATIVE_INFINITY;
  let cancelTimer = () => {};

  const count = (requests: number) => {
    paidAt = Math.max(paidAt, now()) + requests * requestMs;
  };
  const serve = () => {
    cancelTimer();
    cancelTimer = () => {};
    for (const turn of turns) {
      const ms = paidAt - burst * requestMs - now();
      if (ms > 0) {
        cancelTimer = runLater(ms, serve);
        return;
      }
      turns.delete(turn);
      count(turn.requests);
      turn.grant();
    }
  };
  return {
    take: (requests, signal) => {
      const granted = waitForGrant(turns, requests, signal);
      serve();
      return granted;
    },
    spend: (requests) => {
      count(requests);
      paidAt = Math.min(paidAt, now() + (burst + mostOverdrawn) * requestMs);
    },
  };
}

/** The part of a budget that similar items share: of all of them one waits in the budget, so others keep their turn. */
export function createSharedBudget(budget: RequestBudget): RequestBudget {
  const turns = new Set<Turn>();
  let isWaiting = false;

  const serve = async () => {
    if (isWaiting) return;
    isWaiting = true;
    for (const turn of turns) {
      // Rejects only when aborted, which ends this turn.
      await budget.take(turn.requests, turn.signal).then(turn.grant, () => {});
      turns.delete(turn);
    }
    isWaiting = false;
  };
  return {
    take: (requests, signal) => {
      const granted = waitForGrant(turns, requests, signal);
      void serve();
      return granted;
    },
    spend: budget.spend,
  };
}

function waitForGrant(turns: Set<Turn>, requests: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      turns.delete(turn);
      reject(signal.reason);
    };
    const grant = () => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    const turn: Turn = { requests, signal, grant };
    if (signal.aborted) return leave();
    turns.add(turn);
    signal.addEventListener("abort", leave, { once: true });
  });
}

/** Runs `work` after a delay; returns a function that cancels it. */
export type RunLater = (ms: number, work: () => void) => () => void;

export function runAfterTimeout(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
