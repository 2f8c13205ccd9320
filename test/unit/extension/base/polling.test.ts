import { expect, test } from "vitest";
import { createPolling, createRequestBudget, createSharedBudget } from "../../../../src/extension/base/polling.ts";
import { createVirtualClock } from "../../../support/client/virtualClock.ts";

const { signal } = new AbortController();

function createFixture() {
  const clock = createVirtualClock();
  const granted: string[] = [];
  const budget = createRequestBudget({ now: clock.now, runLater: clock.runLater });
  const take = (name: string, of = budget, requests = 1, stop = signal) =>
    of.take(requests, stop).then(
      () => granted.push(name),
      () => granted.push(`${name} aborted`),
    );
  /** Uses what a pause allows. */
  const empty = async () => {
    for (let count = 0; count < 20; count += 1) await budget.take(1, signal);
    void take("first");
    await clock.settle();
    granted.length = 0;
  };
  return { clock, granted, budget, take, empty };
}

test("grants a burst after a pause, then at most a request a second", async () => {
  const { clock, granted, take } = createFixture();
  for (let count = 0; count < 200; count += 1) void take(`${count}`);
  await clock.advance(0);
  const burst = granted.length;
  await clock.advance(60_000);
  expect(burst).toBeLessThanOrEqual(21);
  expect(granted.length - burst).toBeLessThanOrEqual(60);
  expect(granted.length - burst).toBeGreaterThanOrEqual(50);
});

test("grants turns in order, and a turn of several requests delays the next", async () => {
  const { clock, granted, budget, take, empty } = createFixture();
  await empty();
  void take("three requests", budget, 3);
  void take("one request");
  await clock.advance(2000);
  expect(granted).toEqual(["three requests"]);
  await clock.advance(4000);
  expect(granted).toEqual(["three requests", "one request"]);
});

test("an aborted turn costs nothing", async () => {
  const { clock, granted, budget, take, empty } = createFixture();
  await empty();
  const stop = new AbortController();
  void take("many requests", budget, 50, stop.signal);
  void take("next");
  stop.abort();
  await clock.advance(2000);
  expect(granted).toEqual(["many requests aborted", "next"]);
  await expect(budget.take(1, stop.signal)).rejects.toThrow();
});

test("what the user does delays other requests for a limited time", async () => {
  const { clock, granted, budget, take } = createFixture();
  for (let count = 0; count < 500; count += 1) budget.spend(3);
  void take("next");
  await clock.advance(5000);
  expect(granted).toEqual([]);
  await clock.advance(10_000);
  expect(granted).toEqual(["next"]);
});

test("of those who share a budget, one waits in it at a time", async () => {
  const { clock, granted, budget, take, empty } = createFixture();
  await empty();
  const shared = createSharedBudget(budget);
  const stop = new AbortController();
  void take("shared 1", shared);
  void take("shared 2", shared, 1, stop.signal);
  void take("shared 3", shared);
  void take("other");
  stop.abort();
  await clock.advance(5000);
  expect(granted).toEqual(["shared 2 aborted", "shared 1", "other", "shared 3"]);
});

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
