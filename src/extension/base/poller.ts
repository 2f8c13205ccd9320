import { countRequests } from "../../client/countRequests.ts";
import { type Polling, type RunLater, runAfterTimeout } from "./polling.ts";

/** Runs work repeatedly: never overlapping, less often while nothing changes and after failures. */
export interface Poller {
  /** Runs the work at once and then at its interval; does nothing if it already runs. */
  start(): void;
  /** Stops the poller and aborts the work in progress. */
  stop(): void;
  /** Runs the work as soon as possible, because the user acted. Does nothing while stopped. */
  now(): void;
  /** Runs the work in its next turn, because something may have changed. Does nothing while stopped. */
  soon(): void;
  /** Returns to the first interval; starts with a wait if the poller is stopped. */
  wake(): void;
}

export interface PollerOptions {
  /** A rejection or `false` counts as a failure. `"unchanged"` doubles the interval, any other result resets it. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /** The interval after a change; read before each wait. */
  readonly everyMs: () => number;
  /** The longest interval while nothing changes; `everyMs` by default. */
  readonly longestMs?: () => number;
  /** The budget that each run waits for; none by default. */
  readonly polling?: Polling;
  /** How many requests one run sends at least; 1 by default. A run is expected to send as many as the last one. */
  readonly requests?: () => number;
  readonly runLater?: RunLater;
}

const longestAfterFailureMs = 120_000;

export function createPoller(options: PollerOptions): Poller {
  const { work, everyMs, longestMs = everyMs, polling, requests = () => 1 } = options;
  const { runLater = polling?.runLater ?? runAfterTimeout } = options;
  let activeRun: AbortController | undefined;
  let failures = 0;
  let unchangedRuns = 0;
  let sentRequests = 0;
  let isBusy = false;
  let requested: "now" | "soon" | undefined;
  let cancel = () => {};

  const readInterval = () => {
    const first = everyMs();
    const pace = Math.max(first, Math.min(longestMs(), first * 2 ** Math.max(0, unchangedRuns)));
    return Math.max(pace, Math.min(longestAfterFailureMs, pace * 2 ** failures));
  };
  const expectedRequests = () => Math.max(requests(), sentRequests);
  const plan = (run: AbortController) => {
    if (run !== activeRun) return;
    const isUrgent = requested === "now";
    const ms = requested ? 0 : readInterval();
    requested = undefined;
    const turn = new AbortController();
    const cancelTimer = runLater(ms, () => void takeTurn(run, turn.signal, isUrgent));
    cancel = () => {
      turn.abort();
      cancelTimer();
    };
  };
  const takeTurn = async (run: AbortController, signal: AbortSignal, isUrgent: boolean) => {
    if (isUrgent) polling?.budget.spend(expectedRequests());
    // Rejects only when the turn is cancelled.
    else if (polling) await polling.budget.take(expectedRequests(), signal).catch(() => {});
    if (run === activeRun && !signal.aborted) await runOnce(run);
  };
  const runOnce = async (run: AbortController) => {
    isBusy = true;
    const counted = countRequests(() => work(run.signal).catch(() => false));
    const result = await counted.result;
    if (run !== activeRun) return;
    sentRequests = counted.requests();
    isBusy = false;
    failures = result !== false ? 0 : Math.min(failures + 1, 10);
    if (result === "unchanged") unchangedRuns = Math.min(unchangedRuns + 1, 20);
    else if (result !== false) unchangedRuns = 0;
    plan(run);
  };
  const request = (when: "now" | "soon") => {
    if (!activeRun) return;
    if (requested !== "now") requested = when;
    // The first interval follows a run that was requested, also when it finds no change.
    unchangedRuns = -1;
    if (isBusy) return;
    cancel();
    plan(activeRun);
  };
  const open = (): AbortController => {
    failures = 0;
    unchangedRuns = -1;
    activeRun = new AbortController();
    return activeRun;
  };
  return {
    start: () => {
      if (activeRun) return;
      polling?.budget.spend(expectedRequests());
      void runOnce(open());
    },
    stop: () => {
      activeRun?.abort();
      activeRun = undefined;
      isBusy = false;
      requested = undefined;
      cancel();
    },
    now: () => request("now"),
    soon: () => request("soon"),
    wake: () => {
      if (!activeRun) return plan(open());
      // The next run is not later than the first interval.
      if (unchangedRuns < 1) return;
      unchangedRuns = -1;
      if (isBusy) return;
      cancel();
      plan(activeRun);
    },
  };
}
