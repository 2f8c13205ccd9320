/** More tries than these say no more about a model that is busy. */
const mostTries = 4;
const longestWaitMs = 60_000;
const firstWaitMs = 1000;

interface Refusal {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code: unknown;
  /** How often it was tried, this time included. */
  readonly tries: number;
  readonly now: number;
}

/** How long to wait before a refused call is made again; undefined: it is not. What is asked for is never undercut. */
export function getModelRetryWait({ status, retryAfter, code, tries, now }: Refusal): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  // Nothing is left to spend: waiting does not help.
  if (code === "insufficient_quota" || tries >= mostTries) return undefined;
  const asked = askedFor(retryAfter, now);
  // Somebody who means a while says how long; a relay or proxy that is down says nothing.
  const wait = asked ?? firstWaitMs * 2 ** (tries - 1);
  return wait <= longestWaitMs ? wait : undefined;
}

function askedFor(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header) * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
