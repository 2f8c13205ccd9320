import { expect, test } from "vitest";
import { findFreePort } from "../../../../src/service/network/freePort.ts";

test("servers that start at the same time get different ports, although none of them listens yet", async () => {
  const ports = new Set<number>();
  for (let count = 0; count < 1500; count += 1) ports.add(await findFreePort());
  expect(ports.size).toBe(1500);
});
