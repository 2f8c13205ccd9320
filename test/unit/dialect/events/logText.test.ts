import { expect, test } from "vitest";
import { readLogText } from "../../../../src/dialect/events/logText.ts";

type Log = Parameters<typeof readLogText>[0];
type Page = Parameters<typeof readLogText>[1];

test("a line that continues on the next page is one event, and the last needs no line end", () => {
  const log = {} as Log;
  const read = (text: string, next?: string) =>
    readLogText(log, { text, next } as Page)?.map((event) => JSON.stringify(event));
  expect(read("one\ntw", "2")).toHaveLength(1);
  expect(read("o\nthree")).toEqual([expect.stringContaining("two"), expect.stringContaining("three")]);
  expect(read("four\n")).toHaveLength(1);
});
