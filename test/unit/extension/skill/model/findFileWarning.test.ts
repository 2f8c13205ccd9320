import { expect, test } from "vitest";
import { findFileWarning } from "../../../../../src/extension/skill/model/findFileWarning.ts";

const warn = (path: string, text = "") => findFileWarning({ path, bytes: Buffer.from(text) });

test.each([
  ["notes.md", `-----BEGIN RSA ${"PRIVATE"} KEY-----`, "a private key"],
  ["a.sh", `AWS=${"AKIA"}ABCDEFGHIJKLMNOP`, "an AWS access key"],
  ["a.sh", `token ghp_${"a".repeat(36)}`, "a GitHub token"],
  ["a.sh", `sk-proj-${"a".repeat(40)}`, "an API key"],
  ["a.sh", `flk_${"a".repeat(43)}`, "a Fairlead API key"],
])("a key in %s is found: %#", (path, text, secretKind) => {
  expect(warn(path, text)).toBe(`It seems to hold ${secretKind}.`);
});

test.each([".env", "config/.env.production", "id_ed25519", "certificates/server.pem", ".npmrc", "credentials.json"])(
  "%s is a usual name of a file with secrets",
  (path) => expect(warn(path)).toBe("Its name is that of a file with secrets."),
);

test("a large file is found", () => {
  expect(warn("data.csv", "x".repeat(1_000_001))).toBe("It is large.");
});

test.each([
  ["SKILL.md", "Put the key into OPENAI_API_KEY, it begins with sk- or ghp_."],
  [".env.example", "KEY="],
  ["keys.md", "How keys are kept"],
])("%s has no warning", (path, text) => {
  expect(warn(path, text)).toBeUndefined();
});
