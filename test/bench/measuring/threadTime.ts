import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Milliseconds that this thread works, rather than those that pass: whatever else the machine does meanwhile is not counted. Nor is
 * what the thread waits for, so this is for work that never waits with its thread held. The kernel counts in steps of some milliseconds.
 */
export async function measureThreadTime(work: () => Promise<unknown>): Promise<number> {
  const since = stopwatch();
  await work();
  return since();
}

/** The most that this thread works in one turn of its loop while some work is done: for so long nobody else can have it. */
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
