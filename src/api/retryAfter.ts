import type { IncomingHttpHeaders } from "node:http";

/** What `Retry-After` asks for, in milliseconds from now: a number of seconds or a date (RFC 9110 section 10.2.3). */
export function retryAfterMs(headers: IncomingHttpHeaders, now: number): number | undefined {
  const value = headers["retry-after"]?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // Date.parse makes a date of almost anything, such as -1.
  const until = /^[A-Z][a-z]+, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  // Both dates by the service's own clock where it tells it: ours may be wrong.
  const sent = Date.parse(headers.date ?? "");
  return Math.max(0, until - (Number.isNaN(sent) ? now : sent));
}
