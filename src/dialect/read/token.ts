import type { UnknownRecord } from "../../text/record.ts";

/** Fills in of a token's end what follows from the rest: its length of life or its end. */
export function completeToken(item: UnknownRecord, now: number): UnknownRecord {
  const isOauth = "access_token" in item;
  const seconds = lifeOf(isOauth ? item.expires_in : item.expiresIn);
  const ends = endOf(item.expiresAt) ?? (seconds === undefined ? undefined : now + seconds * 1000);
  // The service does not say it: then another one is requested when it is needed.
  if (ends === undefined) return item;
  const left = seconds ?? Math.max(0, Math.round((ends - now) / 1000));
  return isOauth
    ? { ...item, expires_in: left }
    : { ...item, expiresIn: left, expiresAt: new Date(ends).toISOString() };
}

/** A number of seconds that a date can be made of: no key lives a thousand years. */
function lifeOf(seconds: unknown): number | undefined {
  return typeof seconds === "number" && seconds > 0 && seconds < 1000 * 365 * 86_400 ? seconds : undefined;
}

function endOf(time: unknown): number | undefined {
  const ends = typeof time === "string" ? Date.parse(time) : Number.NaN;
  return Number.isNaN(ends) ? undefined : ends;
}
