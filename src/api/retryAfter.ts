import type { IncomingHttpHeaders } from "node:http";

/** What `Retry-After` asks for, in milliseconds from now: a number of seconds or a date (RFC 9110 section 10.2.3). */
export function retryAfterMs(headers: IncomingHttpHeaders, now: number): number | undefined {
  const value = headers["retry-after"]?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const until = Date.parse(value);
  if (Number.isNaN(until)) return undefined;
  // Both dates by the service's own clock where it tells it: ours may be wrong.
  const sent = Date.parse(headers.date ?? "");
  return Math.max(0, until - (Number.isNaN(sent) ? now : sent));
}
