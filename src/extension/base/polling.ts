import { createRequestBudget, createSharedBudget, type RequestBudget } from "./requestBudget.ts";
import { type RunLater, runAfterTimeout } from "./runLater.ts";

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
