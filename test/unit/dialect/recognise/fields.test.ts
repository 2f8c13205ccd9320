import { expect, test } from "vitest";
import type { OperationName } from "../../../../src/contract/operations.ts";
import { type Subject, subjectOf } from "../../../../src/dialect/language/subjects.ts";
import { placesOf } from "../../../../src/dialect/recognise/foundFields.ts";
import { recogniseFields, unknownPlaces } from "../../../../src/dialect/recognise/recogniseFields.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";

function about(operation: OperationName): Subject {
  const subject = subjectOf(operation);
  if (!subject) throw new Error(`${operation} answers with nothing.`);
  return subject;
}

const found = (operation: OperationName, ...items: UnknownRecord[]) => recogniseFields({ ...about(operation), items });
const places = (operation: OperationName, ...items: UnknownRecord[]) => placesOf(found(operation, ...items));

test("the same name in any style is the contract's field", () => {
  const item = { "project-id": "p", DisplayName: "a", created_at: "2026-01-01T00:00:00Z", latestVersion: "1" };
  expect(places("servers.list", { Id: 7, ...item })).toMatchObject({
    id: ["Id"],
    projectId: ["project-id"],
    name: ["DisplayName"],
    createdAt: ["created_at"],
    latestVersion: ["latestVersion"],
  });
});

test.each([
  ["projectId", "p_1"],
  ["externalId", "x-1"],
  ["owner_id", 12],
  ["contentHash", "0123456789abcdef0123"],
])("%s is never taken for the id", (name, value) => {
  const { id } = places("servers.list", { [name]: value, name: "a" }, { [name]: `${value}2`, name: "b" });
  expect(id).toEqual(["name"]);
});

test("what a name says of where a thing stands is its id, where something else says what people call it", () => {
  const said = (name: string, more: UnknownRecord = {}) => places("projects.list", { name, ...more });
  const path = "organizations/o/projects/1";
  expect(said(path, { displayName: "Shop" })).toMatchObject({ id: ["name"], name: ["displayName"] });
  expect(said(path, { displayName: "Shop", uid: "u" })).toMatchObject({ id: ["uid"], name: ["displayName"] });
  expect(said(path)).toMatchObject({ id: ["name"], name: ["name"] });
  expect(said("shop/till", { displayName: "Shop" })).toMatchObject({ name: ["name"] });
});

test("where nothing is called an id, what is called the thing's own name is", () => {
  expect(places("servers.list", { serverName: "a", label: "x" }, { serverName: "b", label: "x" }).id).toEqual([
    "serverName",
  ]);
});

test("the fields of an item are found beside however broad objects", () => {
  const broad = (name: string) =>
    Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${name}${index}`, { at: index }]));
  const maps = Object.fromEntries(["labels", "notes", "limits", "marks", "hints"].map((name) => [name, broad(name)]));
  expect(places("servers.list", { ...maps, uuid: "s", title: "A" })).toMatchObject({ id: ["uuid"], name: ["title"] });
});

test("what carries the resource's name is its own", () => {
  const item = { deploymentId: "d", deployment_state: "LIVE", serverId: "s" };
  expect(places("deployments.list", item)).toMatchObject({
    id: ["deploymentId"],
    status: ["deployment_state"],
    serverId: ["serverId"],
  });
});

test("of two that could be the id the one that is called so is it", () => {
  expect(places("organizations.list", { teamId: "t", id: "o", name: "a" }).id).toEqual(["id"]);
  expect(places("me.get", { uuid: "u", accountId: "a", name: "n" })).toMatchObject({
    id: ["uuid"],
    organizationId: ["accountId"],
  });
});

test("of a thing that an item belongs to its id is known, and nothing else", () => {
  const item = { id: "s", project: { id: "p", name: "Tools", created_at: "2026-01-01" }, name: "a" };
  expect(places("servers.list", item)).toMatchObject({ projectId: ["project", "id"], name: ["name"] });
  expect(places("servers.list", item).createdAt).toBeUndefined();
});

test("objects that only group are looked into", () => {
  const item = {
    metadata: { name: "a", uid: "u", labels: { name: "b" } },
    status: { phase: "Ready", message: "up" },
    timestamps: { created: 1767225600 },
  };
  expect(places("servers.list", item)).toMatchObject({
    id: ["metadata", "uid"],
    name: ["metadata", "name"],
    status: ["status", "phase"],
    statusDetail: ["status", "message"],
    createdAt: ["timestamps", "created"],
  });
});

test("an object that is a field of the contract is not looked into for another one", () => {
  const skill = { id: "k", name: "a", metadata: { author: "x", version: "9", summary: "s" }, license: null };
  const it = places("skills.list", skill);
  expect(it.metadata).toEqual(["metadata"]);
  expect([it.latestVersion, it.description]).toEqual([undefined, undefined]);
});

test("what is called so but is of another kind is not it", () => {
  expect(
    places("servers.list", { id: "s", name: "a", status: { code: 7 }, createdAt: "soon", environment: 5 }),
  ).toEqual({
    id: ["id"],
    name: ["name"],
  });
});

test("a field that no item has a value of is known by its name", () => {
  expect(found("skills.list", { id: "k", name: "a", latest_version: null, metadata: { version: "1" } })).toMatchObject({
    latestVersion: { place: ["latest_version"], because: "name" },
  });
});

test("without an id what names each item alone selects it, and without a name the slug or the id is shown", () => {
  const [one, other] = [{ qualifiedName: "a/b" }, { qualifiedName: "a/c" }];
  expect(places("servers.list", one, other)).toMatchObject({ id: ["qualifiedName"], name: ["qualifiedName"] });
  expect(places("servers.list", { id: "1", slug: "x" })).toMatchObject({ name: ["slug"], slug: ["slug"] });
  expect(places("servers.list", { name: "same" }, { name: "same" }).id).toBeUndefined();
});

test("names in another language are recognised by what stands in the fields", () => {
  const items = ["Wetter heute", "Post lesen"].map((titel, index) => ({
    kennung: `0197d1b2-6b1e-7c3a-9f50-0f1d2a3b4c5${index}`,
    titel,
    zustand: ["running", "failed"][index],
  }));
  expect(found("deployments.list", ...items)).toEqual({
    id: { place: ["kennung"], because: "values" },
    status: { place: ["zustand"], because: "values" },
  });
  const titles = items.map(({ kennung, titel }) => ({ kennung, titel }));
  expect(found("projects.list", ...titles)).toMatchObject({ name: { place: ["titel"], because: "values" } });
});

test("counts are known with what they count", () => {
  const item = { id: "p", name: "a", num_servers: 3, skillsCount: 2 };
  expect(places("projects.list", item)).toMatchObject({ serverCount: ["num_servers"], skillCount: ["skillsCount"] });
  expect(places("servers.list", { id: "s", tools: [{ name: "t" }] }).toolCount).toEqual(["tools"]);
});

test("what the contract has in an object may be spread out in the item", () => {
  const run = { id: "r", status: "passed", passed: 3, failed: 0, skipped: 1 };
  expect(places("serverTestRuns.list", run).summary).toEqual([]);
  const usage = { period_start: "2026-01-01", period_end: "2026-02-01", metrics: [] };
  expect(places("organization.usage", usage).period).toEqual([]);
});

test("an address that speaks of MCP is the endpoint before any other", () => {
  const item = { id: "d", url: "https://api.example/deployments/d", mcp_url: "https://d.example/mcp" };
  expect(places("deployments.list", item).url).toEqual(["mcp_url"]);
});

test("what nobody knows is named: whole, or what is left of what groups", () => {
  const item = { id: "s", region: "eu", attributes: { name: "a", colour: "red" }, labels: { team: "x" } };
  expect(unknownPlaces([item], places("servers.list", item))).toEqual([
    ["region"],
    ["labels"],
    ["attributes", "colour"],
  ]);
});
