import { expect, test } from "vitest";
import { getTokenRenewalTime, toStoredTokens } from "../../../../src/service/oauth/oauthConnectionStore.ts";

test("a token whose lifetime exceeds the date range has a valid renewal time", () => {
  const answer = { access_token: "a", token_type: "bearer", expires_in: Number.MAX_SAFE_INTEGER } as const;
  const stored = toStoredTokens(answer, new Date("2026-03-30T12:00:00.000Z"));
  expect(new Date(getTokenRenewalTime(stored) ?? Number.NaN).getUTCFullYear()).toBe(2126);
});
