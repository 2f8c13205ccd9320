import { expect, test } from "vitest";
import type { SandboxResult } from "../../../../../src/service/confinement/findSandbox.ts";
import { createProcessDriver } from "../../../../../src/service/deployments/runners/processDriver.ts";

const describeDriver = (found: SandboxResult) =>
  createProcessDriver({ find: async () => found, folder: async () => "/", close: async () => {} }).describe();

test("processes can run on any machine, and say what confines them and what they lack", async () => {
  const reason = "bwrap is not installed";
  const bare = await describeDriver({ sandbox: undefined, reason, remedy: "Install it." });
  expect(bare).toMatchObject({ available: true, limits: [] });
  expect(bare.description).toMatch(/not confined/);
  expect(bare.lacks.join()).toContain(reason);
  const sandbox = { name: "bubblewrap" } as Extract<SandboxResult, { limits: unknown }>["sandbox"];
  const confined = await describeDriver({ sandbox, limits: ["memoryMb", "cpus"] });
  expect(confined).toMatchObject({ available: true, limits: ["memoryMb", "cpus"] });
  expect(confined.description).toMatch(/confined by bubblewrap/);
  expect(confined.lacks).toHaveLength(1);
});
