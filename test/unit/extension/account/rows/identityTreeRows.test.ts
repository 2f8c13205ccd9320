import { expect, test } from "vitest";
import type { Me } from "../../../../../src/contract/identity.ts";
import { readTreeRow } from "../../../../support/editor/treeRowTexts.ts";

test.each<[string, Me, string]>([
  ["the name", { id: "usr_1", name: "Ann", email: "ann@example.com" }, "Ann"],
  ["the address without a name", { id: "usr_1", email: "ann@example.com" }, "ann@example.com"],
  ["the id without both", { id: "usr_1", email: null }, "id usr_1"],
  ["nothing that is not said", {}, "Unknown user"],
])("the row of the key's user shows %s", (_what, me, label) => {
  const connection = { id: "c", name: "Work", baseUrl: "https://fairlead.example", kind: "remote" } as const;
  expect(readTreeRow({ kind: "identity", me, connection })).toMatchObject({ label, icon: "account" });
});
