import { expect, test } from "vitest";
import { removeMarkdown } from "../../../../src/text/markdown/removeMarkdown.ts";

test.each([
  ["__NOTE__: This API ONLY accepts a token.", "NOTE: This API ONLY accepts a token."],
  [
    "Enter a token with the `Bearer` prefix, e.g. `Bearer C1`.",
    "Enter a token with the Bearer prefix, e.g. Bearer C1.",
  ],
  ["**Deprecated**, use *this* or _that_.", "Deprecated, use this or that."],
  ["See [the page](https://d.example/keys).", "See the page (https://d.example/keys)."],
  ["# Keys\nOne.", "Keys\nOne."],
])("%j is shown as %j", (text, shown) => {
  expect(removeMarkdown(text)).toBe(shown);
});

test.each([
  "snake_case_name and __init__.py",
  "2 * 3 * 4",
  "a ** b ** c",
  "* one\n* two",
  "#1 is open",
  "f(*args, **more)",
])("%j stays as it is", (text) => {
  expect(removeMarkdown(text)).toBe(text);
});
