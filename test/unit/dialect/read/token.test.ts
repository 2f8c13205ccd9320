import { expect, test } from "vitest";
import { completeToken } from "../../../../src/dialect/read/token.ts";

const now = Date.UTC(2026, 0, 1);

test("an end that is no time is taken for none", () => {
  expect(completeToken({ accessToken: "a", expiresIn: 60, expiresAt: "" }, now)).toMatchObject({
    expiresIn: 60,
    expiresAt: "2026-01-01T00:01:00.000Z",
  });
  expect(completeToken({ accessToken: "a", expiresAt: "soon" }, now)).toEqual({ accessToken: "a", expiresAt: "soon" });
});

test("a length of life that no date can be made of is taken for none", () => {
  const item = { accessToken: "a", expiresIn: 1e308 };
  expect(completeToken(item, now)).toEqual(item);
});
