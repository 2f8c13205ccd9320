import { expect, test } from "vitest";
import { createPoller } from "../../../../src/core/foundation/poller.ts";

/** A poller whose delays are recorded, with controlled work and time. */
function createFixture(outcomes: readonly (boolean | Error)[] = []) {
  const waits: number[] = [];
  const remainingOutcomes = [...outcomes];
  let next: (() => void) | undefined;
  let running = 0;
  let most = 0;
  let runs = 0;
  const signals: AbortSignal[] = [];
  const poller = createPoller({
    everyMs: () => 1000,
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
  return {
    poller,
    waits,
    tick,
    flushMicrotasks,
    signals,
    isWaiting: () => next !== undefined,
    runs: () => runs,
    most: () => most,
  };
}

test("works at once and then at its interval", async () => {
  const { poller, waits, tick, flushMicrotasks, runs } = createFixture();
  poller.start();
  await flushMicrotasks();
  await tick();
  expect([runs(), waits]).toEqual([2, [1000, 1000]]);
});

test("waits longer after each failure, up to two minutes, and normally after a success", async () => {
  const failures = Array.from({ length: 8 }, (_, at) => (at % 2 ? false : new Error("no")));
  const { poller, waits, tick, flushMicrotasks } = createFixture([...failures, true]);
  poller.start();
  await flushMicrotasks();
  for (let round = 0; round < 8; round += 1) await tick();
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
  const { poller, waits, flushMicrotasks, tick, runs } = createFixture();
  poller.start();
  await flushMicrotasks();
  poller.now();
  await tick();
  expect([waits, runs()]).toEqual([[1000, 0, 1000], 2]);
});
