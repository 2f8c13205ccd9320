import { expect, test } from "vitest";
import { readLogText } from "../../../src/dialect/events/logText.ts";
import { findItem } from "../../../src/dialect/read/findItems.ts";
import { readRequestHints } from "../../../src/dialect/refusal/correctRequest.ts";
import { findConventions } from "../../../src/dialect/vocabulary/conventions.ts";
import { createSearchIndex } from "../../../src/text/search/searchIndex.ts";
import { createJsonResponse } from "../../support/dialect/dialectCall.ts";

const list = <T>(count: number, create: (at: number) => T) => Array.from({ length: count }, (_, at) => create(at));

/** Finds nothing in a refusal. */
const readRefusal = (json: unknown) => readRequestHints({ ...createJsonResponse(json), status: 422 }).length;

function search(count: number) {
  const description = list(25, (at) => `list${at.toString(36)}x`).join(" ");
  const entries = list(count, (at) => ({
    name: `n${at}`,
    title: "",
    path: "GET /",
    description: `${description}${at}`,
  }));
  return createSearchIndex(entries).find("list", 1).total;
}

/** Each holds up the editor for minutes if its time grows with the square of the size. */
test.each<[string, () => unknown]>([
  ["many names in a refusal", () => readRefusal({ errors: [list(100_000, (at) => `\`a${at}\``).join(" ")] })],
  ["many refused fields", () => readRefusal({ errors: list(20_000, (at) => ({ path: `a${at}`, message: "x" })) })],
  ["a line of a log", () => readLogText(`2024-01-01T00:00:00Z${" ".repeat(300_000)}x\ry\n`)],
  [
    "names beside many objects",
    () =>
      findItem(
        Object.fromEntries(list(200_000, (at) => [`n${at}`, at < 100 ? { a: 1, b: 2 } : 1])),
        "server",
        findConventions(undefined),
        undefined,
      ),
  ],
  ["words that begin alike", () => search(6000)],
])("%s take a time that grows with their number alone", (_, read) => {
  expect(() => read()).not.toThrow();
});

test("a search finds the entries whose words begin like that of the query", () => {
  expect(search(10)).toBe(10);
});
