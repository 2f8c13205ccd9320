import { expect, test } from "vitest";
import { holdBody } from "../../../../src/service/http/requestBody.ts";

const megabyte = 2 ** 20;

test("a key sends at most 128 MB of bodies at the same time, and others are not concerned", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const bodies = Array.from({ length: 4 }, () => holdBody("key", 32 * megabyte, () => promise));
  const refused = { code: "rate_limited", headers: { "Retry-After": "1" } };
  await expect(holdBody("key", 1, async () => {})).rejects.toMatchObject(refused);
  expect(await holdBody("other", 32 * megabyte, async () => "read")).toBe("read");
  resolve();
  await Promise.all(bodies);
  expect(await holdBody("key", 128 * megabyte, async () => "read")).toBe("read");
});
