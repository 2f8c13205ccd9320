import { expect, test } from "vitest";
import { isUtf8Text } from "../../../src/text/isUtf8Text.ts";

test.each([
  ["ä", true],
  ["a\0", false],
  ["\xe4", false],
])("the bytes of %j are text: %s", (text, expected) => {
  expect(isUtf8Text(Buffer.from(text, expected ? "utf8" : "latin1"))).toBe(expected);
});
