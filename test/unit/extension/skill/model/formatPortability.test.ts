import { expect, test } from "vitest";
import {
  formatPortabilityDocument,
  formatPortabilitySummary,
} from "../../../../../src/extension/skill/model/formatPortability.ts";
import type { ClientPortability } from "../../../../../src/skills/skill.ts";

const client = (verdict: ClientPortability["verdict"], ...reasons: string[]): ClientPortability => ({
  ...{ client: verdict, name: `The ${verdict} one`, verdict, reasons },
});

test.each([
  [["loads", "loads"], "Loads in all 2 clients"],
  [["loads", "partly"], "Loads in all 2 clients (1 in part)"],
  [["loads", "skips"], "Loads in 1 of 2 clients"],
  [["partly", "skips", "skips"], "Loads in 1 of 3 clients (1 in part)"],
  [["skips", "skips"], "Loads in none of 2 clients"],
] as const)("%j is summarized as: %s", (verdicts, words) => {
  expect(formatPortabilitySummary(verdicts.map((verdict) => client(verdict)))).toBe(words);
});

test("the table has a row for each client, with its reasons", () => {
  const shown = formatPortabilityDocument("my skill", [client("loads"), client("skips", "One thing", "Another thing")]);
  expect(shown).toBe(`# Where my skill loads

Loads in 1 of 2 clients.

| Client | Verdict | Why |
| --- | --- | --- |
| The loads one | Loads |  |
| The skips one | Does not load, without a message | One thing Another thing |
`);
});

test("texts of a skill are escaped in the table", () => {
  const shown = formatPortabilityDocument("a|b\n# [x](command:y)", [
    client("skips", "<img src=x> | `code` https://x.example"),
  ]);
  expect(shown.split("\n")).toHaveLength(8);
  expect(shown).not.toMatch(/command:|<img|`|https:/);
  expect(shown.split("\n").at(-2)?.match(/\|/g)).toHaveLength(4);
});
