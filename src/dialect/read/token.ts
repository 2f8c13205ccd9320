import type { UnknownRecord } from "../../text/record.ts";
import { isRecord } from "../../text/record.ts";
import { timeOf } from "../vocabulary/times.ts";

/** Fills in of a token's end what follows from the rest: its length of life, its end, or what the token itself says. */
export function completeToken(item: UnknownRecord, now: number): UnknownRecord {
  const isOauth = "access_token" in item;
  const token = isOauth ? item.access_token : item.accessToken;
  const seconds = lifeOf(isOauth ? item.expires_in : item.expiresIn);
  const ends = endOf(item.expiresAt) ?? (seconds === undefined ? endOf(claimed(token)) : now + seconds * 1000);
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

/** The `exp` of a JWT; its signature is the service's matter. */
function claimed(token: unknown): string | undefined {
  const [, claims] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(typeof token === "string" ? token : "") ?? [];
  if (claims === undefined) return undefined;
  try {
    const said: unknown = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
    return isRecord(said) && "exp" in said ? timeOf(said.exp) : undefined;
  } catch {
    // No JWT: it says nothing of itself.
    return undefined;
  }
}
