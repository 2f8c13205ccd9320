import type { IncomingHttpHeaders } from "node:http";

/**
 * What `Retry-After` asks for, in milliseconds from now: a number of seconds or a date (RFC 9110 section 10.2.3). Where it came more
 * than once, the longest.
 */
export function parseRetryAfter(headers: IncomingHttpHeaders, now: number): number | undefined {
  // Both dates by the service's own clock where it tells it: ours may be wrong.
  const sent = dateIn(headers.date ?? "") ?? now;
  const asked = (headers["retry-after"] ?? "").split(/, (?!\d\d[ -])/).flatMap((one) => {
    const value = one.trim();
    if (/^\d+(\.\d+)?$/.test(value)) return [Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER)];
    const until = dateIn(value);
    return until === undefined ? [] : [Math.max(0, until - sent)];
  });
  return asked.length === 0 ? undefined : Math.max(...asked);
}

/** Any of the three forms that a recipient has to know (section 5.6.7); Date.parse alone makes a date of almost anything, such as -1. */
function dateIn(value: string): number | undefined {
  const isAsctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/.test(value);
  if (!isAsctime && !/^[A-Z][a-z]+, .+ GMT$/.test(value)) return undefined;
  const at = Date.parse(isAsctime ? `${value} GMT` : value);
  return Number.isNaN(at) ? undefined : at;
}
