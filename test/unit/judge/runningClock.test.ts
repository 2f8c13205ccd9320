import { expect, test } from "vitest";
import { createRunningClock } from "../../judge/services/runningClock.ts";

const minuteMs = 60_000;

test("runs what is due in the meantime at its time, also what that starts", async () => {
  const clock = createRunningClock();
  const start = clock.now();
  const minutes: number[] = [];
  const repeat = () => {
    minutes.push(Math.round((clock.now() - start) / minuteMs));
    clock.runLater(minuteMs, repeat);
  };
  clock.runLater(minuteMs, repeat);
  const cancel = clock.runLater(minuteMs, () => minutes.push(-1));
  cancel();
  let settled = 0;
  await clock.advance(3.5 * minuteMs, async () => {
    settled += 1;
  });
  expect([minutes, settled]).toEqual([[1, 2, 3], 4]);
  expect((clock.now() - start) / minuteMs).toBeGreaterThanOrEqual(3.5);
});

test("a wait ends at its time, or when it is aborted", async () => {
  const clock = createRunningClock();
  const stop = new AbortController();
  const waits = [clock.wait(minuteMs, undefined), clock.wait(2 * minuteMs, stop.signal)];
  await clock.advance(minuteMs, async () => {});
  stop.abort();
  const ends = await Promise.allSettled(waits);
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
});
