import fc from "fast-check";
import { decideRetry, type RetryFacts, retryLimits } from "../../../../src/client/decideRetry.ts";
import { parseRetryAfter } from "../../../../src/client/retryAfterGate.ts";
import { getModelRetryWait } from "../../../../src/service/testing/skill/model/modelClient.ts";
import { assertHolds, createLaw } from "./law.ts";

const retryAfter = fc.option(fc.integer({ min: 0, max: 100_000_000 }), { nil: undefined });
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const failures = fc.oneof(
  fc.constantFrom({ kind: "unsent" } as const, { kind: "lost" } as const, { kind: "final" } as const),
  fc.record({
    kind: fc.constant("refused" as const),
    status: fc.constantFrom(400, 401, 404, 408, 409, 425, 429, 500, 502, 503, 504),
    code: fc.constantFrom(undefined, "idempotency_in_progress", "conflict"),
    retryAfterMs: retryAfter,
  }),
);
const attempts: fc.Arbitrary<RetryFacts> = fc.record({
  attempt: fc.integer({ min: 1, max: 6 }),
  method: fc.constantFrom("GET", "POST", "PATCH", "DELETE"),
  isIdempotent: fc.boolean(),
  failure: failures,
  waitedMs: fc.integer({ min: 0, max: 30_000 }),
  leftMs: fc.integer({ min: -1000, max: 600_000 }),
  random: unit,
});
const now = Date.UTC(2026, 0, 1);
const dates = fc.date({ min: new Date(now), max: new Date("2100-01-01"), noInvalidDate: true });

export const retryLaws = [
  createLaw("a wait is at least Retry-After and at most the bound and the deadline", attempts, (given) => {
    const { retry, delayMs } = decideRetry(given);
    if (!retry) return assertHolds(delayMs === 0, () => `${delayMs} ms without a retry`);
    const least = given.failure.kind === "refused" ? (given.failure.retryAfterMs ?? 0) : 0;
    assertHolds(
      delayMs >= least && delayMs + given.waitedMs <= retryLimits.totalMs && delayMs < given.leftMs,
      () => `${delayMs} ms`,
    );
  }),
  createLaw(
    "the limit of the back-off does not decrease, and the jitter stays below it",
    fc.tuple(attempts, unit),
    ([given, random]) => {
      const failure = { kind: "refused", status: 503, code: undefined, retryAfterMs: undefined } as const;
      const known = { ...given, failure, method: "GET", waitedMs: 0, leftMs: 600_000 } as const;
      const bounds = [1, 2, 3].map((attempt) => decideRetry({ ...known, attempt, random: 1 }).delayMs);
      assertHolds(
        bounds.every((bound, at) => bound >= (bounds[at - 1] ?? 0) && bound <= retryLimits.longestMs),
        () => bounds.join(),
      );
      const drawn = [1, 2, 3].map((attempt) => decideRetry({ ...known, attempt, random }).delayMs);
      assertHolds(
        drawn.every((delay, at) => delay >= 0 && delay <= (bounds[at] ?? 0)),
        () => drawn.join(),
      );
    },
  ),
  createLaw(
    "a whole call waits no longer than the bound, and ends after its last attempt",
    fc.array(fc.tuple(retryAfter, unit), { minLength: 8, maxLength: 8 }),
    (turns) => {
      let waitedMs = 0;
      let count = 1;
      for (const [retryAfter, random] of turns) {
        const failure = { kind: "refused", status: 429, code: undefined, retryAfterMs: retryAfter } as const;
        const { retry, delayMs } = decideRetry({
          attempt: count,
          method: "GET",
          isIdempotent: false,
          failure,
          waitedMs,
          leftMs: 60_000 - waitedMs,
          random,
        });
        if (!retry) break;
        waitedMs += delayMs;
        count += 1;
      }
      assertHolds(
        waitedMs <= retryLimits.totalMs && count <= retryLimits.attempts,
        () => `${count} attempts in ${waitedMs} ms`,
      );
    },
  ),
  createLaw("a change is repeated only if that has no second effect", attempts, (given) => {
    const { retry } = decideRetry(given);
    const { failure, method, isIdempotent } = given;
    const harmless =
      method === "GET" ||
      isIdempotent ||
      failure.kind === "unsent" ||
      (failure.kind === "refused" && failure.status === 429);
    assertHolds(!retry || harmless, () => `${method} was repeated`);
  }),
  createLaw(
    "seconds and dates of Retry-After are parsed exactly",
    fc.tuple(fc.nat(10_000_000), dates),
    ([seconds, date]) => {
      assertHolds(parseRetryAfter({ "retry-after": String(seconds) }, now) === seconds * 1000, () => `${seconds} s`);
      const whole = Math.floor(date.getTime() / 1000) * 1000;
      const text = new Date(whole).toUTCString();
      assertHolds(parseRetryAfter({ "retry-after": text }, now) === whole - now, () => text);
    },
  ),
  createLaw(
    "a model is called again after its Retry-After at the earliest, and a limited number of times",
    fc.record({
      status: fc.constantFrom(429, 500, 503),
      seconds: fc.option(fc.nat(600)),
      tries: fc.integer({ min: 1, max: 10 }),
    }),
    ({ status, seconds, tries }) => {
      const wait = getModelRetryWait({
        status,
        retryAfter: seconds === null ? null : String(seconds),
        code: undefined,
        attempts: tries,
        now,
      });
      assertHolds(
        wait === undefined || (wait >= (seconds ?? 0) * 1000 && wait <= 60_000 && tries < 4),
        () => `${wait} ms`,
      );
    },
  ),
];
