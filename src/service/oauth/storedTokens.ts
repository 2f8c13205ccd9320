import type { TokenEndpointResponse } from "oauth4webapi";
import * as z from "zod";

/** The tokens of a connection; the service stores them encrypted. */
export const storedTokensSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** Milliseconds since 1970, or null if the provider sent no lifetime. */
  expiresAt: z.number().nullable(),
  /** The whole lifetime of the access token. */
  lifetimeMs: z.number().nullable(),
});
export type StoredTokens = z.output<typeof storedTokensSchema>;

/** A hundred years: some providers express "for ever" as a number that exceeds the range of dates. */
const maxLifetimeMs = 100 * 365 * 86_400_000;

/** A missing refresh token keeps the previous one (RFC 6749, section 6). */
export function toStoredTokens(response: TokenEndpointResponse, now: Date, previous?: StoredTokens): StoredTokens {
  const refreshToken = response.refresh_token ?? previous?.refreshToken;
  const lifetimeMs = response.expires_in === undefined ? null : Math.min(response.expires_in * 1000, maxLifetimeMs);
  return {
    accessToken: response.access_token,
    ...(refreshToken !== undefined && { refreshToken }),
    expiresAt: lifetimeMs === null ? null : now.getTime() + lifetimeMs,
    lifetimeMs,
  };
}

const renewBeforeMs = 60_000;

/** The time at which an access token is renewed. A short-lived one is renewed after half of its lifetime. */
export function getTokenRenewalTime({ expiresAt, lifetimeMs }: StoredTokens): number | null {
  if (expiresAt === null) return null;
  return expiresAt - Math.min(renewBeforeMs, (lifetimeMs ?? Number.POSITIVE_INFINITY) / 2);
}

/** The texts of a connection that must never be shown. */
export const listTokenSecrets = ({ accessToken, refreshToken }: StoredTokens): string[] =>
  refreshToken === undefined ? [accessToken] : [accessToken, refreshToken];
