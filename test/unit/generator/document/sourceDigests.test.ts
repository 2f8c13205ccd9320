import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readSourceDigests } from "../../../../src/generator/sourceDigests.ts";

test("the digest of a text is that of its bytes, however long it is and whatever its characters are", () => {
  const texts = ["", "a", `a${"\u{1F600}".repeat(70_000)}`, "\u{1F600}".repeat(70_000), "ä".repeat(131_072), "\uD83D"];
  const expected = texts.map((text) => `sha256:${createHash("sha256").update(text).digest("hex")}`);
  expect(texts.map((text) => readSourceDigests({}, text).document)).toEqual(expected);
});
