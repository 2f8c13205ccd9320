import { expect, test } from "vitest";
import { createRefusedHostReporter } from "../../../../../src/service/deployments/lifecycle/createInstance.ts";

test("a refused host is an event once, and no more than fifty hosts are", () => {
  const hosts: unknown[] = [];
  const report = createRefusedHostReporter({ enqueue: (_, { data }) => hosts.push(data?.refusedHost) }, "dep_1");
  for (const host of ["a:443", "b:443", "a:443"]) report(host, "unknown");
  expect(hosts).toEqual(["a:443", "b:443"]);
  for (let index = 0; index < 100; index += 1) report(`${index}:443`, "unknown");
  expect(hosts).toHaveLength(50);
});
