import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AttemptFailure, decideRetry, type RetryFacts, retryLimits } from "../../../src/client/decideRetry.ts";

const busy: AttemptFailure = { kind: "refused", status: 503, code: undefined, retryAfterMs: undefined };
const limited: AttemptFailure = { kind: "refused", status: 429, code: "rate_limited", retryAfterMs: 2000 };
const lost: AttemptFailure = { kind: "lost" };
const unsent: AttemptFailure = { kind: "unsent" };

const base: RetryFacts = {
  attempt: 1,
  method: "GET",
  isIdempotent: false,
  failure: busy,
  waitedMs: 0,
  leftMs: 30_000,
  random: 0.5,
};
const decide = (change: Partial<RetryFacts>) => decideRetry({ ...base, ...change });

describe("retry", () => {
  const refused = (status: number, code?: string): AttemptFailure => ({
    ...{ kind: "refused", status, code, retryAfterMs: undefined },
  });
  const writes = ["POST", "PATCH", "DELETE"] as const;
  test.each<[string, readonly RetryFacts["method"][], readonly AttemptFailure[], boolean, boolean]>([
    ["repeats a read that was sent, lost or temporarily rejected", ["GET"], [busy, limited, lost, unsent], false, true],
    ["does not repeat a write that may have taken effect", writes, [lost, busy], false, false],
    ["repeats a write that was not sent or was rejected before processing", writes, [unsent, limited], false, true],
    ["repeats a write with an idempotency key or an etag", ["POST", "PATCH"], [lost, busy], true, true],
    [
      "repeats a POST whose first request is still in progress",
      ...([["POST"], [refused(409, "idempotency_in_progress")], true, true] as const),
    ],
    [
      "does not repeat a permanent failure",
      ["GET"],
      [...[400, 401, 403, 404, 409, 412, 413, 422, 500, 501].map((status) => refused(status)), { kind: "final" }],
      ...([false, false] as const),
    ],
  ])("%s", (_, methods, failures, isIdempotent, isRepeated) => {
    for (const method of methods)
      for (const failure of failures)
        expect([failure, decide({ method, failure, isIdempotent }).retry]).toEqual([failure, isRepeated]);
  });
});

describe("the retry delay", () => {
  test("doubles with each attempt, with full jitter", () => {
    const most = [1, 2, 3].map((attempt) => decide({ attempt, random: 1 }).delayMs);
    expect(most).toEqual([250, 500, 1000]);
    expect(decide({ random: 0 })).toEqual({ retry: true, delayMs: 0 });
  });

  test("ends after the last attempt", () => {
    expect(decide({ attempt: retryLimits.attempts }).retry).toBe(false);
  });

  test("is never shorter than Retry-After, and never exceeds the total limit or the deadline", () => {
    const attempts = fc.record({
      attempt: fc.integer({ min: 1, max: 6 }),
      method: fc.constantFrom("GET", "POST", "PATCH", "DELETE"),
      isIdempotent: fc.boolean(),
      retryAfterMs: fc.integer({ min: 0, max: 60_000 }),
      status: fc.constantFrom(429, 503),
      waitedMs: fc.integer({ min: 0, max: 30_000 }),
      leftMs: fc.integer({ min: -10, max: 60_000 }),
      random: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(attempts, ({ retryAfterMs, status, ...rest }) => {
        const { retry, delayMs } = decideRetry({
          ...rest,
          failure: { kind: "refused", status, code: undefined, retryAfterMs },
        });
        if (!retry) return;
        expect(delayMs).toBeGreaterThan(retryAfterMs);
        expect(delayMs + rest.waitedMs).toBeLessThanOrEqual(retryLimits.totalMs);
        expect(delayMs).toBeLessThan(rest.leftMs);
      }),
    );
  });
});
