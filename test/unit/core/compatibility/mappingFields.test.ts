import { expect, test } from "vitest";
import type { OperationName } from "../../../../src/contract/operations.ts";
import { findMappingFields } from "../../../../src/core/compatibility/mappingFields.ts";

const listParts = (name: OperationName) => {
  const expected = findMappingFields(name);
  return expected && [expected.kind, ...expected.fields.map(({ field, role }) => `${role}: ${field}`)];
};

test.each([
  ["projects.list", ["list", "id: id", "name: name"]],
  ["servers.list", ["list", "id: id", "name: name", "state: status"]],
  ["deployments.list", ["list", "id: id", "name: version", "state: status"]],
  ["registry.versions", ["list", "id: version"]],
  ["deployment.events", ["list", "id: sequence", "name: message", "state: level"]],
  ["oauthConnections.list", ["list", "id: id", "name: provider", "state: status"]],
  ["deployment.health", ["item", "state: status"]],
  ["project.get", ["item", "id: id", "name: name"]],
  ["apiKeys.delete", undefined],
] as const)("lists the parts to map in the response to %s", (name, expected) => {
  expect(listParts(name)).toEqual(expected);
});
