import { expect, test } from "vitest";
import { createPolling } from "../../../../src/extension/base/polling.ts";

test("a wait ends when its time is over and the budget has a turn", async () => {
  const timers: (() => void)[] = [];
  let now = 0;
  const polling = createPolling({
    refreshMs: () => 1000,
    now: () => now,
    runLater: (_ms, work) => {
      timers.push(work);
      return () => {};
    },
  });
  polling.budget.spend(1000);
  let isOver = false;
  void polling.wait(10, 1, new AbortController().signal).then(() => {
    isOver = true;
  });
  const pass = () => new Promise((resolve) => setImmediate(resolve));
  await pass();
  expect([timers.length, isOver]).toEqual([1, false]);
  timers.shift()?.();
  await pass();
  expect([timers.length, isOver]).toEqual([1, false]);
  now = 60_000;
  timers.shift()?.();
  await pass();
  expect([timers.length, isOver]).toEqual([0, true]);
});
