import type { Clock } from "../../../src/client/clock.ts";
import type { RunLater } from "../../../src/extension/base/polling.ts";

/** A clock that runs, and that can be put forward. */
export interface RunningClock extends Clock {
  readonly runLater: RunLater;
  /** Puts the clock forward. What was to run in the meantime runs at its time, and `settle` follows each. */
  advance(ms: number, settle: () => Promise<void>): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

export function createRunningClock(): RunningClock {
  const timers = new Set<Timer>();
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const runLater: RunLater = (ms, work) => {
    const cancel = () => {
      clearTimeout(handle);
      timers.delete(timer);
    };
    const timer: Timer = {
      at: now() + ms,
      fire: () => {
        cancel();
        work();
      },
    };
    const handle = setTimeout(timer.fire, ms);
    timers.add(timer);
    return cancel;
  };
  const putForwardTo = (time: number) => {
    aheadMs += Math.max(0, time - now());
  };
  return {
    now,
    runLater,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          cancel();
          reject(signal?.reason);
        };
        const cancel = runLater(ms, () => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        });
        signal?.addEventListener("abort", onAbort, { once: true });
      }),
    advance: async (ms, settle) => {
      const end = now() + ms;
      await settle();
      while (now() < end) {
        const [first] = [...timers].sort((one, other) => one.at - other.at);
        if (!first || first.at > end) break;
        putForwardTo(first.at);
        first.fire();
        await settle();
      }
      putForwardTo(end);
    },
  };
}
