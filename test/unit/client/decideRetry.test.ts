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

describe("what is repeated", () => {
  test("a read is, whether it was sent, lost or refused for now", () => {
    for (const failure of [busy, limited, lost, unsent]) expect(decide({ failure }).retry).toBe(true);
  });

  test("a write that may have taken effect is not", () => {
    for (const method of ["POST", "PATCH", "DELETE"] as const) {
      expect(decide({ method, failure: lost }).retry).toBe(false);
      expect(decide({ method, failure: busy }).retry).toBe(false);
    }
  });

  test("a write that never left or was turned away unread is", () => {
    for (const method of ["POST", "PATCH", "DELETE"] as const) {
      expect(decide({ method, failure: unsent }).retry).toBe(true);
      expect(decide({ method, failure: limited }).retry).toBe(true);
    }
  });

  test("a write the service itself guards is", () => {
    expect(decide({ method: "POST", isIdempotent: true, failure: lost }).retry).toBe(true);
    expect(decide({ method: "PATCH", isIdempotent: true, failure: busy }).retry).toBe(true);
  });

  test("a POST whose first sending is still at work is", () => {
    const failure: AttemptFailure = {
      kind: "refused",
      status: 409,
      code: "idempotency_in_progress",
      retryAfterMs: undefined,
    };
    expect(decide({ method: "POST", isIdempotent: true, failure }).retry).toBe(true);
  });

  test("what will not pass by itself is not", () => {
    for (const status of [400, 401, 403, 404, 409, 412, 413, 422, 500, 501]) {
      expect(decide({ failure: { kind: "refused", status, code: undefined, retryAfterMs: undefined } }).retry).toBe(
        false,
      );
    }
    expect(decide({ failure: { kind: "final" } }).retry).toBe(false);
  });
});

describe("when it is repeated", () => {
  test("the back-off doubles, with the jitter from nothing to all of it", () => {
    const most = [1, 2, 3].map((attempt) => decide({ attempt, random: 1 }).delayMs);
    expect(most).toEqual([250, 500, 1000]);
    expect(decide({ random: 0 })).toEqual({ retry: true, delayMs: 0 });
  });

  test("it ends after the last attempt", () => {
    expect(decide({ attempt: retryLimits.attempts }).retry).toBe(false);
  });

  test("Retry-After is never undercut, and no wait goes beyond the bound or the deadline", () => {
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
