import { expect, test } from "vitest";
import type { PlainResponse } from "../../../../../src/client/sendRequest.ts";
import {
  findSignInProvider,
  revokeSignInKey,
} from "../../../../../src/extension/connection/model/signIn/signInService.ts";

const answer = (response: PlainResponse) => async () => response;

test("a key that the service no longer accepts counts as revoked", async () => {
  await expect(revokeSignInKey(answer({ status: 401, text: "" }), "https://s.example", "k")).resolves.toBeUndefined();
});

test.each([
  [503, "down", "It answered 503."],
  [409, JSON.stringify({ detail: "Not this key." }), "Not this key."],
])("a revocation that fails with %i says why", async (status, text, reason) => {
  await expect(revokeSignInKey(answer({ status, text }), "https://s.example", "k")).rejects.toThrow(reason);
});

test.each([
  [200, "<!doctype html>"],
  [200, JSON.stringify({ browser: true })],
  [404, JSON.stringify({ browser: { provider: "id.example" } })],
])("the answer %i %s offers no sign-in", async (status, text) => {
  const { signal } = new AbortController();
  expect(await findSignInProvider(answer({ status, text }), "https://s.example", signal)).toBeUndefined();
});
