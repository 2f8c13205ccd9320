import type { HttpMethod } from "../contract/operation.ts";

/** How an attempt failed, as far as retrying it is concerned. */
export type AttemptFailure =
  /** No byte reached the service. */
  | { readonly kind: "unsent" }
  /** Sent; whether it took effect is unknown. */
  | { readonly kind: "lost" }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: string | undefined;
      readonly retryAfterMs: number | undefined;
    }
  /** A retry cannot help: cancelled, out of time, not HTTP. */
  | { readonly kind: "final" };

export interface RetryFacts {
  /** 1 for the first. */
  readonly attempt: number;
  readonly method: HttpMethod;
  /** A retry has no second effect, whatever the method: the service checks `Idempotency-Key` or `If-Match`. */
  readonly isIdempotent: boolean;
  readonly failure: AttemptFailure;
  /** How long this call has waited between attempts so far. */
  readonly waitedMs: number;
  /** The time left until the call's deadline. */
  readonly leftMs: number;
  /** 0 to 1. */
  readonly random: number;
}

export const retryLimits = { attempts: 4, baseMs: 250, longestMs: 4000, totalMs: 20_000 } as const;

const stop = { retry: false, delayMs: 0 } as const;
const retriedStatuses = [408, 425, 502, 503, 504];

/** Whether to send the request again, and after how long. */
export function decideRetry(facts: RetryFacts): { readonly retry: boolean; readonly delayMs: number } {
  const { attempt, failure, waitedMs, leftMs, random } = facts;
  if (attempt >= retryLimits.attempts || !mayPass(failure) || !isSafe(facts)) return stop;
  const backOff = Math.min(retryLimits.longestMs, retryLimits.baseMs * 2 ** (attempt - 1));
  const retryAfterMs = failure.kind === "refused" ? failure.retryAfterMs : undefined;
  // A timer may end a millisecond early; the jitter is added to a Retry-After, it never replaces it.
  const delayMs = retryAfterMs === undefined ? random * backOff : retryAfterMs + 1 + random * retryLimits.baseMs;
  if (waitedMs + delayMs > retryLimits.totalMs || delayMs >= leftMs) return stop;
  return { retry: true, delayMs };
}

function mayPass(failure: AttemptFailure): boolean {
  if (failure.kind !== "refused") return failure.kind !== "final";
  return (
    retriedStatuses.includes(failure.status) || failure.status === 429 || failure.code === "idempotency_in_progress"
  );
}

function isSafe({ method, isIdempotent, failure }: RetryFacts): boolean {
  if (method === "GET" || isIdempotent || failure.kind === "unsent") return true;
  return failure.kind === "refused" && failure.status === 429;
}
