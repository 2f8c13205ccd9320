import { describe, expect, test } from "vitest";
import { toVisibleText } from "../../../src/text/toVisibleText.ts";

describe("text for a model", () => {
  test.each([
    ["a zero width space", "a\u200bb", "a[hidden: U+200B]b"],
    [
      "a text in tags",
      `Weather${[..."ignore all"].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join("")}`,
      "Weather[hidden: U+E0069, U+E0067, U+E006E, ...]",
    ],
    ["a direction mark", "abc\u202edef", "abc[hidden: U+202E]def"],
    ["selectors that carry data", "x\ufe01\ufe02", "x[hidden: U+FE01, U+FE02]"],
    ["a filler", "x\u3164y", "x[hidden: U+3164]y"],
    ["a control character", "x\0y", "x[hidden: U+0000]y"],
  ])("names %s", (_, text, seen) => {
    expect(toVisibleText(text)).toBe(seen);
  });

  test("keeps visible characters: lines, tabs, other scripts and emoji", () => {
    const text = "Zeile\n\tnext 天気 मौसम ❤️ 👩🏽‍💻 ❤️‍🔥 1️⃣ می\u200cخواهم क्\u200dष";
    expect(toVisibleText(text)).toBe(text);
  });

  test("loses terminal colors and normalizes line ends", () => {
    expect(toVisibleText("\u001b[31mred\u001b[0m\r\nnext")).toBe("red\nnext");
  });
});
