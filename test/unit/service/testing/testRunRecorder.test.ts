import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TestRunRecorder } from "../../../../src/service/testing/testRunRecorder.ts";
import type { TestRunStore } from "../../../../src/service/testing/testRunStore.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first case that has ended is saved at once, because the user waits for it, and later ones together", () => {
  const saved: string[][] = [];
  const change: TestRunStore["change"] = (_, { cases }) =>
    void saved.push(cases.flatMap(({ planned, status }) => (status === "passed" ? [planned.id] : [])));
  const store: Pick<TestRunStore, "change"> = { change };
  const planned = ["a", "b", "c"].map((id) => ({ id, name: id, kind: "protocol", location: null }));
  const closing = new AbortController().signal;
  const context = { store, closing, clock: () => new Date(0), log: () => {} };
  const recorder = new TestRunRecorder(context, "run_1", planned);
  recorder.startCase("a");
  recorder.endCase("a", { status: "passed" }, 1);
  vi.advanceTimersByTime(1);
  expect(saved).toEqual([["a"]]);
  for (const id of ["b", "c"]) {
    recorder.startCase(id);
    recorder.endCase(id, { status: "passed" }, 1);
  }
  vi.advanceTimersByTime(49);
  expect(saved).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(saved).toEqual([["a"], ["b", "c"]]);
});
