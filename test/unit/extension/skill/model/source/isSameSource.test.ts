import { expect, test } from "vitest";
import { isSameSource } from "../../../../../../src/extension/skill/model/source/lockedSource.ts";

const locked = { source: "acme/skills", sourceType: "github", sourceUrl: "https://github.com/acme/skills.git" };

test.each([
  ["itself", {}, true],
  ["another repository", { source: "acme/other" }, false],
  ["another kind", { sourceType: "git" }, false],
  ["another address", { sourceUrl: "https://git.example/acme/skills.git" }, false],
])("the source of an entry compares with that of %s", (_name, other, expected) => {
  const entry = { ...locked, ...other } as Parameters<typeof isSameSource>[0];
  expect(isSameSource(entry, locked as Parameters<typeof isSameSource>[1])).toBe(expected);
});
