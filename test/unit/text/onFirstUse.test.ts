import { expect, test } from "vitest";
import { onFirstUse } from "../../../src/text/onFirstUse.ts";

test("makes a value once, with what the first call gave", async () => {
  const given: string[] = [];
  const read = onFirstUse(async (text: string) => given.push(text));
  expect([await read("a"), await read("b"), given]).toEqual([1, 1, ["a"]]);
});

test("makes a value again after a failure", async () => {
  let calls = 0;
  const read = onFirstUse(async () => {
    calls += 1;
    if (calls === 1) throw new Error("It is offline.");
    return calls;
  });
  await expect(read()).rejects.toThrow("It is offline.");
  expect(await read()).toBe(2);
});
