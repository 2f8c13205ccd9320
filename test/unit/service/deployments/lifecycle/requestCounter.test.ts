import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RequestCounter } from "../../../../../src/service/deployments/lifecycle/requestCounter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts to drain. The returned function returns whether the drain has ended. */
function startDrain(requests: RequestCounter, limitMs: number): () => Promise<boolean> {
  let hasEnded = false;
  void requests.drain(limitMs).then(() => {
    hasEnded = true;
  });
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return hasEnded;
  };
}

test("a drain ends with the last request under way and leaves no timer", async () => {
  const requests = new RequestCounter();
  const ends = [requests.enter(), requests.enter()];
  const hasEnded = startDrain(requests, 1000);
  ends[0]?.();
  expect(await hasEnded()).toBe(false);
  ends[1]?.();
  expect(await hasEnded()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("a drain ends at its limit while a request is under way", async () => {
  const requests = new RequestCounter();
  requests.enter();
  const hasEnded = startDrain(requests, 1000);
  await vi.advanceTimersByTimeAsync(999);
  expect(await hasEnded()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await hasEnded()).toBe(true);
});
