import { ServiceProblem } from "./serviceProblem.ts";

export interface RateLimit {
  /** Requests that a key can make at once after a pause. */
  readonly burst: number;
  /** Requests per second that a key can sustain. */
  readonly perSecond: number;
}

/** Far above the needs of an editor, low enough to stop a runaway script. */
export const defaultRateLimit: RateLimit = { burst: 20_000, perSecond: 2_000 };

/** From this number of buckets on, those that are full again are removed once in a while. */
const manyBuckets = 1000;

/** A token bucket per key. Returns the headers of draft-ietf-httpapi-ratelimit-headers-10, or throws `rate_limited`. */
export function createRateLimiter(limit: RateLimit, clock: () => Date): (keyId: string) => Record<string, string> {
  const buckets = new Map<string, { tokens: number; updatedAt: number }>();
  const window = Math.max(1, Math.ceil(limit.burst / limit.perSecond));
  let sweptAt = Number.NEGATIVE_INFINITY;
  const policy = `"key";q=${limit.burst};w=${window}`;
  return (keyId) => {
    const now = clock().getTime();
    if (buckets.size >= manyBuckets && Math.abs(now - sweptAt) > window * 1000) {
      sweptAt = now;
      for (const [id, { updatedAt }] of buckets) if (now - updatedAt > window * 1000) buckets.delete(id);
    }
    const bucket = buckets.get(keyId) ?? { tokens: limit.burst, updatedAt: now };
    buckets.set(keyId, bucket);
    const earned = (Math.max(0, now - bucket.updatedAt) / 1000) * limit.perSecond;
    bucket.tokens = Math.min(limit.burst, bucket.tokens + earned);
    bucket.updatedAt = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const missing = allowed ? limit.burst - bucket.tokens : 1 - bucket.tokens;
    const wait = Math.ceil(missing / limit.perSecond);
    const headers = {
      "RateLimit-Policy": policy,
      RateLimit: `"key";r=${Math.floor(bucket.tokens)};t=${wait}`,
    };
    if (allowed) return headers;
    throw new ServiceProblem("rate_limited", `There were too many requests. Try again in ${wait} s.`, {
      headers: { ...headers, "Retry-After": String(wait) },
    });
  };
}
