import { expect, test } from "vitest";
import { deploymentStates } from "../../../../../src/contract/deployments.ts";
import { operationTable } from "../../../../../src/contract/operations.ts";
import { listContractStates } from "../../../../../src/extension/profile/model/contractStates.ts";

const { output } = operationTable["servers.list"];

test.each([
  ["server", output.shape.items.element.shape.status.options],
  ["deployment", deploymentStates],
  ["health", operationTable["deployment.health"].output.shape.status.options],
  ["installation", operationTable["skill.installations"].output.shape.items.element.shape.status.options],
  ["testRun", operationTable["serverTestRun.get"].output.shape.status.options],
  ["oauthConnection", operationTable["oauthConnection.get"].output.shape.status.options],
])("each state of a %s has a meaning in plain words", (kind, states) => {
  const known = listContractStates(kind);
  expect(known.map(({ state }) => state).toSorted()).toEqual(states.toSorted());
  expect(known.filter(({ meaning }) => meaning === "")).toEqual([]);
});

test("a kind without states has none", () => {
  expect(listContractStates("project")).toEqual([]);
});
