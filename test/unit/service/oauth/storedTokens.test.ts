import { expect, test } from "vitest";
import { getTokenRenewalTime, toStoredTokens } from "../../../../src/service/oauth/storedTokens.ts";

test("a token that lives for longer than dates go is renewed at some date", () => {
  const answer = { access_token: "a", token_type: "bearer", expires_in: Number.MAX_SAFE_INTEGER } as const;
  const kept = toStoredTokens(answer, new Date("2026-03-30T12:00:00.000Z"));
  expect(new Date(getTokenRenewalTime(kept) ?? Number.NaN).getUTCFullYear()).toBe(2126);
});
