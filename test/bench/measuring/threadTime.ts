import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Measures the processor time of this thread in milliseconds, which excludes other programs and the thread's waits. It suits work
 * that does not block the thread while it waits. The kernel counts in steps of some milliseconds.
 */
export async function measureThreadTime(work: () => Promise<unknown>): Promise<number> {
  const since = stopwatch();
  await work();
  return since();
}

/** Measures the longest time for which some work blocks this thread's event loop. */
export async function measureLongestSlice(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let since = stopwatch();
  const ended = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await nextTurn();
    longest = Math.max(longest, since());
    since = stopwatch();
  }
  await ended;
  return longest;
}

function stopwatch(): () => number {
  const start = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
}
