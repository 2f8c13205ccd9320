import { expect, test } from "vitest";
import type { OperationName } from "../../../../../src/contract/operations.ts";
import { listContractStates } from "../../../../../src/extension/profile/model/contractStates.ts";

test.each<[OperationName, string]>([
  ["servers.list", "server"],
  ["deployments.list", "deployment"],
  ["deployment.health", "health"],
  ["skill.installations", "installation"],
  ["serverTestRun.get", "testRun"],
  ["oauthConnections.list", "oauthConnection"],
])("each state of the items of %s has a meaning in plain words", (operation, resource) => {
  const states = listContractStates(operation, resource);
  expect(states.length).toBeGreaterThan(2);
  expect(states.filter(({ meaning }) => meaning === "")).toEqual([]);
});

test("items without a state have none", () => {
  expect(listContractStates("projects.list", "project")).toEqual([]);
  expect(listContractStates("apiKeys.delete", "apiKey")).toEqual([]);
});
