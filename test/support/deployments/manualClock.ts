import type { MonotonicClock } from "../../../src/service/deployments/deploymentTimes.ts";

/** A clock that stands still until the test advances it. */
export function createManualClock() {
  let now = 0;
  const tasks = new Set<{ readonly at: number; readonly work: () => void }>();
  const clock: MonotonicClock = {
    now: () => now,
    runLater: (ms, work) => {
      const task = { at: now + ms, work };
      tasks.add(task);
      return () => void tasks.delete(task);
    },
  };
  const advance = (ms: number) => {
    now += ms;
    for (const task of [...tasks]) if (task.at <= now && tasks.delete(task)) task.work();
  };
  return { clock, advance };
}
