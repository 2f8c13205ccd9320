import { setImmediate as nextTurn } from "node:timers/promises";

export type VirtualClock = ReturnType<typeof createVirtualClock>;

/** A clock that stands still until the test advances it. */
export function createVirtualClock() {
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  let now = 0;
  const settle = async () => {
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  };
  const runLater = (ms: number, work: () => void) => {
    const timer = { at: now + ms, work };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    now: () => now,
    runLater,
    wait: (ms: number, signal: AbortSignal | undefined) =>
      new Promise<void>((resolve, reject) => {
        const cancel = runLater(ms, resolve);
        signal?.addEventListener("abort", () => {
          cancel();
          reject(signal.reason);
        });
      }),
    settle,
    advance: async (ms: number) => {
      const end = now + ms;
      await settle();
      while (true) {
        const [first] = [...timers].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at);
        if (!first) break;
        timers.delete(first);
        now = Math.max(now, first.at);
        first.work();
        await settle();
      }
      now = end;
    },
  };
}
