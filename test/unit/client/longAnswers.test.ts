import { expect, test } from "vitest";
import * as z from "zod";
import { parseResponse } from "../../../src/client/parseResponse.ts";

const circumstances = { operation: "projects.list", host: "localhost" } as const;
const schema = z.array(z.string());

/** Returns whether the parser or another task of the thread ran first. */
async function first(items: readonly string[]): Promise<string> {
  const answer = { status: 200, headers: {}, text: JSON.stringify(items) };
  const read = parseResponse(circumstances, answer, schema).then((value) => {
    expect(value).toEqual(items);
    return "reader";
  });
  return Promise.race([read, new Promise<string>((resolve) => setImmediate(() => resolve("other")))]);
}

test("a long response is parsed without blocking other tasks, a short one at once", async () => {
  expect(await first(Array.from({ length: 10_000 }, (_, index) => `An item of the list, number ${index}.`))).toBe(
    "other",
  );
  expect(await first(["one"])).toBe("reader");
});
