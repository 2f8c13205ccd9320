import type { IncomingHttpHeaders } from "node:http";
import { type Clock, startDeadline } from "./clock.ts";
import type { HttpResponse } from "./network/httpDispatchHandler.ts";

export type RetryAfterGate = ReturnType<typeof createRetryAfterGate>;

/** A service that asks for years, or has a wrong clock, is called again after an hour. */
const longestMs = 3_600_000;
/** The body of a longer response, such as a web page, is not repeated. */
const longestText = 10_000;

/**
 * Operations and token addresses that are not requested until their `Retry-After` has passed: it binds every call, not only the one that
 * received it.
 */
export function createRetryAfterGate(clock: Clock) {
  const held = new Map<string, { readonly response: HttpResponse; readonly leftMs: () => number }>();
  return {
    /** The response that still applies, with the rest of its `Retry-After`. */
    heldResponse: (operation: string): HttpResponse | undefined => {
      const entry = held.get(operation);
      const leftMs = entry?.leftMs() ?? 0;
      if (entry && leftMs > 0) return { ...entry.response, headers: { "retry-after": String(leftMs / 1000) } };
      held.delete(operation);
      return undefined;
    },
    hold: (operation: string, { status, text }: HttpResponse, retryAfterMs: number) => {
      const response = { status, headers: {}, text: text.length > longestText ? "" : text };
      held.set(operation, { response, leftMs: startDeadline(clock, Math.min(retryAfterMs, longestMs)) });
    },
  };
}

/**
 * The wait that `Retry-After` asks for, in milliseconds from now: a number of seconds or a date (RFC 9110 section 10.2.3). The longest
 * of several.
 */
export function parseRetryAfter(headers: IncomingHttpHeaders, now: number): number | undefined {
  // Compares with the service's own clock where it sends its time, because ours may be wrong.
  const sentAt = parseHttpDate(headers.date ?? "") ?? now;
  const waits = (headers["retry-after"] ?? "").split(/, (?!\d\d[ -])/).flatMap((part) => {
    const value = part.trim();
    if (/^\d+(\.\d+)?$/.test(value)) return [Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER)];
    const until = parseHttpDate(value);
    return until === undefined ? [] : [Math.max(0, until - sentAt)];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** The three forms of RFC 9110 section 5.6.7; `Date.parse` alone accepts almost anything, such as -1. */
function parseHttpDate(value: string): number | undefined {
  const isAsctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/.test(value);
  if (!isAsctime && !/^[A-Z][a-z]+, .+ GMT$/.test(value)) return undefined;
  const timestamp = Date.parse(isAsctime ? `${value} GMT` : value);
  return Number.isNaN(timestamp) ? undefined : timestamp;
}
