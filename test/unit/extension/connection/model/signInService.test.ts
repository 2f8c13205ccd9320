import { expect, test } from "vitest";
import { TransportFailure } from "../../../../../src/client/network/httpDispatchHandler.ts";
import type { PlainResponse } from "../../../../../src/client/sendRequest.ts";
import {
  contactForSignIn,
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
  const found = await contactForSignIn(answer({ status, text }), "https://s.example", signal);
  expect(found).toEqual({ kind: "reached", provider: undefined });
});

test("a service that is slow counts as reached", async () => {
  const isLate = async () => Promise.reject(new TransportFailure("timeout", true, undefined));
  const found = await contactForSignIn(isLate, "https://s.example", new AbortController().signal);
  expect(found).toEqual({ kind: "reached", provider: undefined });
});
