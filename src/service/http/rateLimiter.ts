import { ServiceProblem } from "./serviceProblem.ts";

export interface RateLimit {
  /** Requests a key may make at once after a pause. */
  readonly burst: number;
  /** Requests a second it may keep up. */
  readonly perSecond: number;
}

/** Far above what editors ask for, low enough that a script gone wild is stopped. */
export const defaultRateLimit: RateLimit = { burst: 20_000, perSecond: 2_000 };

/** A token bucket a key. Answers the headers of draft-ietf-httpapi-ratelimit-headers-10, or throws `rate_limited`. */
export function createRateLimiter(limit: RateLimit, clock: () => Date): (keyId: string) => Record<string, string> {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const window = Math.max(1, Math.ceil(limit.burst / limit.perSecond));
  const policy = `"key";q=${limit.burst};w=${window}`;
  return (keyId) => {
    const now = clock().getTime();
    const bucket = buckets.get(keyId) ?? { tokens: limit.burst, at: now };
    buckets.set(keyId, bucket);
    const earned = (Math.max(0, now - bucket.at) / 1000) * limit.perSecond;
    bucket.tokens = Math.min(limit.burst, bucket.tokens + earned);
    bucket.at = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const missing = allowed ? limit.burst - bucket.tokens : 1 - bucket.tokens;
    const wait = Math.ceil(missing / limit.perSecond);
    const headers = {
      "RateLimit-Policy": policy,
      RateLimit: `"key";r=${Math.floor(bucket.tokens)};t=${wait}`,
    };
    if (allowed) return headers;
    throw new ServiceProblem("rate_limited", `Try again in ${wait} s.`, {
      headers: { ...headers, "Retry-After": String(wait) },
    });
  };
}
