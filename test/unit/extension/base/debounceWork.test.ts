import { expect, test } from "vitest";
import { debounceWork } from "../../../../src/extension/base/debounceWork.ts";

/** Work and a frame that end on demand. */
function createFixture() {
  const signals: AbortSignal[] = [];
  const failures: unknown[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  let waiting: (() => void) | undefined;
  const work = debounceWork({
    work: async (signal) => {
      signals.push(signal);
      const end = Promise.withResolvers<void>();
      ends.push(end);
      await end.promise;
    },
    failed: (error) => failures.push(error),
    runLater: (_, run) => {
      waiting = run;
      return () => {
        if (waiting === run) waiting = undefined;
      };
    },
  });
  const frame = () => {
    const run = waiting;
    waiting = undefined;
    run?.();
  };
  const flushMicrotasks = async () => {
    for (let round = 0; round < 5; round += 1) await Promise.resolve();
  };
  return { ...work, signals, failures, ends, frame, flushMicrotasks };
}

test("ten changes within a frame run the task once", () => {
  const { schedule, frame, signals } = createFixture();
  for (let change = 0; change < 10; change += 1) schedule();
  expect(signals).toHaveLength(0);
  frame();
  frame();
  expect(signals).toHaveLength(1);
});

test("a newer change aborts the running task, whose failure is ignored", async () => {
  const { schedule, frame, signals, ends, failures, flushMicrotasks } = createFixture();
  schedule();
  frame();
  schedule();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  ends[0]?.reject(new Error("late"));
  await flushMicrotasks();
  expect(failures).toEqual([]);
});

test("a failure is reported, and the next change still runs", async () => {
  const { schedule, frame, ends, failures, signals, flushMicrotasks } = createFixture();
  schedule();
  frame();
  ends[0]?.reject(new Error("broken"));
  await flushMicrotasks();
  expect(failures).toEqual([new Error("broken")]);
  schedule();
  frame();
  expect(signals).toHaveLength(2);
});

test("after dispose no task runs", () => {
  const { schedule, frame, dispose, signals } = createFixture();
  schedule();
  dispose();
  frame();
  expect(signals).toHaveLength(0);
});
