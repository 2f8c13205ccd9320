import { expect, test } from "vitest";
import { createDeployFlows } from "../../../../../src/extension/deployment/model/deployFlows.ts";

test("one flow of a key runs at a time, others are refused without work", async () => {
  const flows = createDeployFlows();
  const held = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = flows.run("a", () => held.promise);
  expect(await flows.run("a", async () => done.push("second"))).toBeUndefined();
  expect(await flows.run("b", async () => done.push("other"))).toEqual({ value: 1 });
  held.resolve();
  expect(await first).toEqual({ value: undefined });
  expect(done).toEqual(["other"]);
});

test("a failed flow frees its key", async () => {
  const flows = createDeployFlows();
  await expect(flows.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await flows.run("a", async () => "again")).toEqual({ value: "again" });
});
