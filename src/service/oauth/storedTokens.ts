import type { TokenEndpointResponse } from "oauth4webapi";
import * as z from "zod";

/** What a provider gave, as it is kept: sealed. */
export const storedTokensSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** Milliseconds since 1970; null where the provider did not say. */
  expiresAt: z.number().nullable(),
  /** Of the whole life of the access token. */
  lifetimeMs: z.number().nullable(),
});
export type StoredTokens = z.output<typeof storedTokensSchema>;

/** A hundred years: some say "for ever" by a number that no date has room for. */
const longestLifeMs = 100 * 365 * 86_400_000;

/** `before`: what is not said anew holds on (RFC 6749, section 6). */
export function toStoredTokens(answer: TokenEndpointResponse, now: Date, before?: StoredTokens): StoredTokens {
  const refreshToken = answer.refresh_token ?? before?.refreshToken;
  const lifetimeMs = answer.expires_in === undefined ? null : Math.min(answer.expires_in * 1000, longestLifeMs);
  return {
    accessToken: answer.access_token,
    ...(refreshToken !== undefined && { refreshToken }),
    expiresAt: lifetimeMs === null ? null : now.getTime() + lifetimeMs,
    lifetimeMs,
  };
}

const renewBeforeMs = 60_000;

/** From when on an access token is renewed; one with a short life not at once after it was given. */
export function getTokenRenewalTime({ expiresAt, lifetimeMs }: StoredTokens): number | null {
  if (expiresAt === null) return null;
  return expiresAt - Math.min(renewBeforeMs, (lifetimeMs ?? Number.POSITIVE_INFINITY) / 2);
}

/** The texts of a connection that must never be shown. */
export const listTokenSecrets = ({ accessToken, refreshToken }: StoredTokens): string[] =>
  refreshToken === undefined ? [accessToken] : [accessToken, refreshToken];
