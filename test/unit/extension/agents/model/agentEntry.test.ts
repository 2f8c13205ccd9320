import { expect, test } from "vitest";
import { createDerivedId } from "../../../../../src/contract/received.ts";
import { toEntryName } from "../../../../../src/extension/agents/model/agentEntry.ts";

test.each([
  ["s1", "Pets API", "pets-api"],
  ["s1", "id s1", "server-s1"],
  [createDerivedId("digest"), "(without a name)", "server"],
])("the entry of %s, named %s, is %s", (id, name, expected) => {
  expect(toEntryName({ id, name })).toBe(expected);
});
