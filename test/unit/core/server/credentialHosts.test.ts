import { expect, test } from "vitest";
import { formatCredentialLines } from "../../../../src/core/server/credentialHosts.ts";

const key = { variable: "KEY_HOSTS", hosts: ["a.example.com", "b.example.com"], agreed: ["a.example.com"] };

test("credentials for the same hosts take one line, with the new hosts first", () => {
  expect(formatCredentialLines([key, { ...key, variable: "TOKEN_HOSTS" }])).toEqual([
    "b.example.com (new), a.example.com",
  ]);
});

test("credentials for different hosts name their variables", () => {
  expect(formatCredentialLines([key, { ...key, variable: "TOKEN_HOSTS", hosts: ["a.example.com"] }])).toEqual([
    "b.example.com (new), a.example.com (KEY_HOSTS)",
    "a.example.com (TOKEN_HOSTS)",
  ]);
});
