import { expect, test } from "vitest";
import type { OperationName } from "../../../../src/contract/operations.ts";
import { findFields } from "../../../../src/dialect/read/findFields.ts";
import { normalise } from "../../../../src/dialect/read/normalise.ts";
import { findConventions } from "../../../../src/dialect/vocabulary/conventions.ts";
import { findOperationFacts } from "../../../../src/dialect/vocabulary/operationFacts.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";

function read(operation: OperationName, item: UnknownRecord): UnknownRecord {
  const { resource: kind, fields } = findOperationFacts(operation);
  const search = { kind, fields, conventions: findConventions(undefined) };
  const found = findFields(search, [item]);
  const places = Object.fromEntries(Object.entries(found).map(([name, { place }]) => [name, place]));
  return normalise({ ...search, places }, item);
}

test.each([
  ["testTimeout", 30],
  ["test_timeout", 1800],
  ["test-timeout", "45"],
])("a number without a unit is not read as milliseconds: %s %s", (name, value) => {
  const settings = read("userSettings.get", { language: "en", [name]: value });
  expect(settings).toEqual({ language: "en", [name]: value });
});

test.each([
  ["testTimeoutSeconds", 30],
  ["test_timeout_ms", 30_000],
  ["testTimeout", "30s"],
])("a length of time with a unit is read: %s %s", (name, value) => {
  expect(read("userSettings.get", { [name]: value })).toEqual({ testTimeoutMs: 30_000 });
});

test("a value that the contract's field cannot hold stays under the service's name", () => {
  expect(read("userSettings.get", { keep_deployments: 5000, test_timeout_ms: 7 })).toEqual({
    keep_deployments: 5000,
    test_timeout_ms: 7,
  });
});
