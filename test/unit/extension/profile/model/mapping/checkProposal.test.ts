import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../../../src/contract/dialectProfile.ts";
import type { OperationName } from "../../../../../../src/contract/operations.ts";
import { readWithProfile } from "../../../../../../src/dialect/connect.ts";
import { listContractStates } from "../../../../../../src/extension/profile/model/contractStates.ts";
import { checkProposal } from "../../../../../../src/extension/profile/model/mapping/checkProposal.ts";
import { findMappingFields } from "../../../../../../src/extension/profile/model/mapping/mappingFields.ts";
import type { ModelProposal } from "../../../../../../src/extension/profile/model/mapping/proposeMapping.ts";
import type { MappingChange } from "../../../../../../src/webview/protocol/mappingPanelMessages.ts";
import { hostileTexts } from "../../../../../support/browser/hostileTexts.ts";
import { fleet, mappedFleet } from "../../../../../support/browser/mappingPage.ts";

const profile: DialectProfile = { version: 1, dialect: "other", operations: {} };

function check(
  proposal: Partial<ModelProposal>,
  json: unknown = fleet,
  operation: OperationName = "servers.list",
  changes: readonly MappingChange[] = [],
) {
  const fields = findMappingFields(operation);
  if (!fields) throw new Error("nothing to map");
  const states = listContractStates(operation, fields.resource);
  return checkProposal(
    { holder: undefined, fields: {}, states: {}, ...proposal },
    { read: readWithProfile, profile, changes, operation, fields, states, json },
  );
}

const texts = async (...given: Parameters<typeof check>) => {
  const { lines, dropped } = await check(...given);
  return { lines: lines.map(({ text }) => text), dropped };
};
const inShips = { holder: ["ships"] };

describe("a proposed line is left out, and named,", () => {
  test.each<[string, Partial<ModelProposal>, string]>([
    ["when the list is not there", { holder: ["boats"] }, "The list of items is not at boats."],
    ["when it is no list", { holder: ["harbour"] }, "The list of items is not at harbour."],
    [
      "when no item has a value there",
      { ...inShips, fields: { name: ["title"] } },
      "Name: no item has a value at title.",
    ],
    [
      "when ids are the same",
      { ...inShips, fields: { id: ["berth", "dock"] } },
      "Id: the values at berth > dock are not different in each item.",
    ],
    [
      "when an item has no id",
      { ...inShips, fields: { id: ["apiToken"] } },
      "Id: the values at apiToken are not different in each item.",
    ],
    [
      "when a time does not parse",
      { ...inShips, fields: { createdAt: ["moniker"] } },
      "Created At: not each value at moniker is a time.",
    ],
    [
      "when the contract has no such field",
      { ...inShips, fields: { colour: ["flags"] } },
      "colour is no field of the contract.",
    ],
    [
      "when the contract has no such state",
      { ...inShips, fields: { status: ["mood"] }, states: { AFLOAT: "sailing" } },
      "AFLOAT: sailing is no state that the contract has.",
    ],
    [
      "when no item is in the state",
      { ...inShips, fields: { status: ["mood"] }, states: { SUNK: "failed" } },
      "SUNK: no item is in this state.",
    ],
  ])("%s", async (_when, proposal, reason) => {
    const { lines, dropped } = await texts(proposal);
    expect(dropped).toEqual([reason]);
    expect(lines.filter((line) => line.startsWith(reason.split(":")[0] ?? ""))).toEqual([]);
  });

  test("while the other lines stay", async () => {
    const fields = { id: ["pk"], name: ["title"], status: ["mood"] };
    expect(await texts({ ...inShips, fields, states: { AFLOAT: "ready", RESTING: "asleep" } })).toEqual({
      lines: ["The list of items is ships", "State is mood", "AFLOAT means ready"],
      dropped: ["Name: no item has a value at title.", "RESTING: asleep is no state that the contract has."],
    });
  });
});

test("all lines of a lying model are left out", async () => {
  const fields = { id: ["__proto__"], name: ["constructor"], status: ["toString"], createdAt: ["ships", "0", "times"] };
  const lying = { holder: ["constructor", "prototype"], fields, states: { constructor: "ready", __proto__: "ready" } };
  const { lines, dropped } = await texts(lying);
  expect(lines).toEqual([]);
  expect(dropped.length).toBeGreaterThanOrEqual(5);
});

test("what is read already is no proposal", async () => {
  const json = { items: [{ id: "a", name: "A", status: "ready" }] };
  const same = { holder: ["items"], fields: { id: ["id"], name: ["name"] }, states: { ready: "ready" } };
  expect(await texts(same, json)).toEqual({ lines: [], dropped: [] });
});

test("what the user has chosen is not proposed again", async () => {
  const proposal = { holder: ["crews"], fields: { name: ["mood"], slug: ["moniker"] }, states: { AFLOAT: "failed" } };
  const chosen: MappingChange[] = [...mappedFleet, { kind: "state", word: "AFLOAT", state: "ready" }];
  const { lines, dropped } = await check(proposal, fleet, "servers.list", chosen);
  expect([lines.map(({ text }) => text), dropped]).toEqual([["Slug is moniker"], []]);
});

test("an item is found by its place", async () => {
  const json = { wrapped: { count: 1, thing: { nr: "p-2", caption: "Two" } } };
  const proposal = { holder: ["wrapped", "thing"], fields: { id: ["nr"], name: ["caption"] } };
  expect((await texts(proposal, json, "project.get")).lines).toEqual([
    ...["The item is wrapped > thing", "Id is nr", "Name is caption"],
  ]);
  expect((await texts({ ...proposal, holder: ["thing"] }, json, "project.get")).dropped[0]).toBe(
    "The item is not at thing.",
  );
});

test("hostile texts are short sentences at most", async () => {
  const long = "x".repeat(199);
  const fields = Object.fromEntries(hostileTexts.map((text) => [text, [text, long, long, long]]));
  const states = Object.fromEntries(hostileTexts.map((text) => [text, long]));
  const { lines, dropped } = await texts({ holder: [...hostileTexts].slice(0, 8), fields, states });
  expect(lines).toEqual([]);
  expect(Math.max(...dropped.map(({ length }) => length))).toBeLessThanOrEqual(500);
});
