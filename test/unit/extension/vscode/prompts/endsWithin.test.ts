import { expect, test } from "vitest";
import { endsWithin } from "../../../../../src/extension/vscode/prompts/endsWithin.ts";

test("work that ends in time, also by a failure, ends within it", async () => {
  expect(await endsWithin(Promise.resolve("done"), 60_000)).toBe(true);
  expect(await endsWithin(Promise.reject(new Error("no")), 60_000)).toBe(true);
});

test("work that goes on does not", async () => {
  expect(await endsWithin(new Promise(() => undefined), 1)).toBe(false);
});
