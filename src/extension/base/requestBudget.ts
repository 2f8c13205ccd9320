import { type RunLater, runAfterTimeout } from "./runLater.ts";

/** The requests that a window sends by itself. Whatever repeats requests waits here for its turn, in order. */
export interface RequestBudget {
  /** Resolves when so many requests may be sent; rejects when aborted. */
  take(requests: number, signal: AbortSignal): Promise<void>;
  /** Counts requests that are sent without a wait, because the user acted. */
  spend(requests: number): void;
}

export interface RequestBudgetOptions {
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
