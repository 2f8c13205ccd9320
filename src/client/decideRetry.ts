import type { HttpMethod } from "../contract/operation.ts";

/** How an attempt ended, as far as repeating it is concerned. */
export type AttemptFailure =
  /** No byte reached the service. */
  | { readonly kind: "unsent" }
  /** Sent; whether it took effect is unknown. */
  | { readonly kind: "lost" }
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly code: string | undefined;
      readonly retryAfterMs: number | undefined;
    }
  /** Nothing changes by trying again: cancelled, out of time, not HTTP. */
  | { readonly kind: "final" };

export interface RetryFacts {
  /** 1 for the first. */
  readonly attempt: number;
  readonly method: HttpMethod;
  /** The service itself sees to it that a repetition has no second effect: `Idempotency-Key` or `If-Match`. */
  readonly guarded: boolean;
  readonly failure: AttemptFailure;
  /** Slept so far in this call. */
  readonly waitedMs: number;
  /** What is left of the call's deadline. */
  readonly leftMs: number;
  /** 0 to 1. */
  readonly random: number;
}

export const retryLimits = { attempts: 4, baseMs: 250, longestMs: 4000, totalMs: 20_000 } as const;

const stop = { retry: false, delayMs: 0 } as const;
const passing = [408, 425, 502, 503, 504];

/** Whether to send the request again, and after how long. */
export function decideRetry(given: RetryFacts): { readonly retry: boolean; readonly delayMs: number } {
  const { attempt, failure, waitedMs, leftMs, random } = given;
  if (attempt >= retryLimits.attempts || !isWorthIt(failure) || !isSafe(given)) return stop;
  const backOff = Math.min(retryLimits.longestMs, retryLimits.baseMs * 2 ** (attempt - 1));
  const asked = failure.kind === "answered" ? failure.retryAfterMs : undefined;
  // A timer may end a millisecond early; the jitter comes on top of what was asked for, never instead.
  const delayMs = asked === undefined ? random * backOff : asked + 1 + random * retryLimits.baseMs;
  if (waitedMs + delayMs > retryLimits.totalMs || delayMs >= leftMs) return stop;
  return { retry: true, delayMs };
}

function isWorthIt(failure: AttemptFailure): boolean {
  if (failure.kind !== "answered") return failure.kind !== "final";
  return passing.includes(failure.status) || failure.status === 429 || failure.code === "idempotency_in_progress";
}

function isSafe({ method, guarded, failure }: RetryFacts): boolean {
  if (method === "GET" || guarded || failure.kind === "unsent") return true;
  return failure.kind === "answered" && failure.status === 429;
}
