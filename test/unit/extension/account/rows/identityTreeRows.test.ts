import { expect, test } from "vitest";
import type { Me } from "../../../../../src/contract/identity.ts";
import { formatFullTime } from "../../../../../src/text/formatTime.ts";
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

test.each([
  [null, undefined],
  ["2026-11-27T12:00:00.000Z", formatFullTime("2026-11-27T12:00:00.000Z")],
])("an agent's access that ends without use at %s says so", (expiresAt, shown) => {
  const times = { createdAt: "2026-11-26T12:00:00.000Z", lastUsedAt: null, expiresAt };
  const grant = { id: "grt_1", kind: "oauth", client: "Codex", clientUri: null, serverId: "srv_1", ...times } as const;
  expect(readTreeRow({ kind: "grant", grant, server: "Fit" }).facts["Ends without use"]).toBe(shown);
});
