import { expect, test } from "vitest";
import { countRequest } from "../../../../src/client/countRequests.ts";
import { createPoller, type PollerOptions } from "../../../../src/extension/base/poller.ts";
import { createPolling } from "../../../../src/extension/base/polling.ts";
import { createVirtualClock } from "../../../support/client/virtualClock.ts";

/** A poller whose delays are recorded, with controlled work and time. */
function createFixture(
  outcomes: readonly (boolean | Error | "unchanged")[] = [],
  options: Partial<PollerOptions> = {},
) {
  const waits: number[] = [];
  const remainingOutcomes = [...outcomes];
  let next: (() => void) | undefined;
  let running = 0;
  let most = 0;
  let runs = 0;
  const signals: AbortSignal[] = [];
  const poller = createPoller({
    everyMs: () => 1000,
    ...options,
    work: async (signal) => {
      signals.push(signal);
      runs += 1;
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      const outcome = remainingOutcomes.shift() ?? true;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    runLater: (ms, work) => {
      waits.push(ms);
      next = work;
      return () => {
        next = undefined;
      };
    },
  });
  const flushMicrotasks = async () => {
    for (let round = 0; round < 10; round += 1) await Promise.resolve();
  };
  const tick = async () => {
    const work = next;
    next = undefined;
    work?.();
    await flushMicrotasks();
  };
  /** Starts it, and ends so many waits. */
  const start = async (turns = 0) => {
    poller.start();
    await flushMicrotasks();
    for (let turn = 0; turn < turns; turn += 1) await tick();
  };
  return {
    ...{ poller, waits, tick, start, flushMicrotasks, signals },
    ...{ isWaiting: () => next !== undefined, runs: () => runs, most: () => most },
  };
}

test("works at once and then at its interval", async () => {
  const { waits, start, runs } = createFixture();
  await start(1);
  expect([runs(), waits]).toEqual([2, [1000, 1000]]);
});

test("waits longer after each failure, up to two minutes, and normally after a success", async () => {
  const failures = Array.from({ length: 8 }, (_, at) => (at % 2 ? false : new Error("no")));
  const { waits, start } = createFixture([...failures, true]);
  await start(8);
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 64_000, 120_000, 120_000, 1000]);
});

test("stop cancels the delay and aborts the work", async () => {
  const { poller, flushMicrotasks, signals, isWaiting } = createFixture();
  poller.start();
  poller.stop();
  await flushMicrotasks();
  expect([signals[0]?.aborted, isWaiting()]).toEqual([true, false]);
});

test("`now` during the work runs it once more, never concurrently", async () => {
  const { poller, waits, tick, flushMicrotasks, most } = createFixture();
  poller.start();
  poller.now();
  poller.now();
  await flushMicrotasks();
  await tick();
  expect([waits, most()]).toEqual([[0, 1000], 1]);
});

test("`now` during the delay runs the work at once", async () => {
  const { poller, waits, start, tick, runs } = createFixture();
  await start();
  poller.now();
  await tick();
  expect([waits, runs()]).toEqual([[1000, 0, 1000], 2]);
});

test("waits longer while nothing changes, and starts again with the first interval after a change", async () => {
  const quiet = Array.from({ length: 7 }, () => "unchanged" as const);
  const { waits, start } = createFixture([true, ...quiet, true], { longestMs: () => 30_000 });
  await start(8);
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 1000]);
});

test("now and soon make the interval short again", async () => {
  const quiet = Array.from({ length: 20 }, () => "unchanged" as const);
  const { poller, waits, tick, start } = createFixture(quiet, { longestMs: () => 30_000 });
  await start(4);
  expect(waits.splice(0)).toEqual([1000, 2000, 4000, 8000, 16_000]);
  poller.soon();
  await tick();
  await tick();
  expect(waits.splice(0)).toEqual([0, 1000, 2000]);
  poller.now();
  await tick();
  expect(waits).toEqual([0, 1000]);
});

test("wake starts with a wait, and shortens a longer one", async () => {
  const quiet = Array.from({ length: 20 }, () => "unchanged" as const);
  const { poller, waits, tick, runs } = createFixture(quiet, { longestMs: () => 30_000 });
  poller.wake();
  poller.wake();
  expect([runs(), waits.splice(0)]).toEqual([0, [1000]]);
  for (let turn = 0; turn < 4; turn += 1) await tick();
  poller.wake();
  expect([runs(), waits]).toEqual([4, [1000, 2000, 4000, 8000, 1000]]);
});

test("waits for the budget, but not when it starts or the user acts", async () => {
  const clock = createVirtualClock();
  const polling = createPolling({ refreshMs: () => 1000, now: clock.now, runLater: clock.runLater });
  let runs = 0;
  const poller = createPoller({
    ...{ polling, everyMs: () => 1000, requests: () => 10 },
    work: async () => {
      runs += 1;
    },
  });
  poller.start();
  await clock.advance(60_000);
  const atRest = runs;
  expect(atRest).toBeLessThanOrEqual(9);
  poller.now();
  await clock.advance(0);
  expect(runs).toBe(atRest + 1);
  poller.stop();
  await clock.advance(60_000);
  expect(runs).toBe(atRest + 1);
});

test("a run costs as many requests as the last one sent", async () => {
  const clock = createVirtualClock();
  const polling = createPolling({ refreshMs: () => 1000, now: clock.now, runLater: clock.runLater });
  let runs = 0;
  const poller = createPoller({
    ...{ polling, everyMs: () => 1000 },
    work: async () => {
      runs += 1;
      for (let request = 0; request < 10; request += 1) await Promise.resolve().then(countRequest);
    },
  });
  poller.start();
  await clock.advance(5 * 60_000);
  const before = runs;
  await clock.advance(60_000);
  expect(runs - before).toBeLessThanOrEqual(6);
  poller.stop();
});
