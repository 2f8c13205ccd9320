import { afterAll, expect, test } from "vitest";
import { createToolRecorder, readListedTools } from "../../../src/service/registry/listedTools.ts";
import { findVersionRow } from "../../../src/service/registry/versions.ts";
import { idRow } from "../../../src/service/storage/rows/storedRow.ts";
import { startThreadFixture } from "../../support/service/deploymentFixture.ts";
import { requireValue } from "../../support/service/requireValue.ts";

const fixture = await startThreadFixture();
afterAll(() => fixture.close());

function findArtifactId(serverId: string): string {
  const sql = "SELECT artifact_id AS id FROM servers WHERE id = ?";
  return requireValue(fixture.context.db.get(idRow, sql, serverId)).id;
}

/** A version that has not run. */
function publishVersion() {
  const serverId = fixture.makeServer("Listed", "healthy");
  const artifactId = findArtifactId(serverId);
  const findRow = () => requireValue(findVersionRow(fixture.context.db, artifactId, "1.0.0"));
  return { version: { artifactId, version: "1.0.0" }, findRow, id: findRow().id };
}

const readTools = (id: number) => readListedTools(fixture.context.db, id);

test("the tools of a version are known after its server ran", async () => {
  const { serverId } = await fixture.run("healthy");
  const artifactId = findArtifactId(serverId);
  const row = requireValue(findVersionRow(fixture.context.db, artifactId));
  expect(row.has_tools).toBe(1);
  expect(readTools(row.id)?.map(({ name }) => name)).toEqual(["echo", "slow", "crash"]);
});

test("the tools of a version that has not run are not known", () => {
  const { id, findRow } = publishVersion();
  expect([readTools(id), findRow().has_tools]).toEqual([undefined, 0]);
});

test("the later list replaces the earlier one, and what is no tool is omitted", () => {
  const { version, id } = publishVersion();
  const record = createToolRecorder(fixture.context, version, (text) => text);
  record([{ name: "first", inputSchema: {} }]);
  record([{ name: "second", title: 7, inputSchema: { type: "object" }, _meta: { large: "x" } }, { nameless: true }]);
  expect(readTools(id)).toEqual([{ name: "second", inputSchema: { type: "object" } }]);
});

test("secrets are masked in every text and name of a definition", () => {
  const { version, id } = publishVersion();
  const record = createToolRecorder(fixture.context, version, (text) => text.replaceAll("my-secret", "***"));
  const inputSchema = { properties: { "my-secret": { enum: ["a my-secret"] } } };
  record([{ name: "find", description: "with my-secret", inputSchema }]);
  expect(readTools(id)).toEqual([
    { name: "find", description: "with ***", inputSchema: { properties: { "***": { enum: ["a ***"] } } } },
  ]);
});

test("a list that is too long is not saved", () => {
  const { version, id } = publishVersion();
  const description = "x".repeat(1_000_001);
  createToolRecorder(fixture.context, version, (text) => text)([{ name: "long", description, inputSchema: {} }]);
  expect(readTools(id)).toBeUndefined();
});

test("a version that was removed meanwhile is ignored", () => {
  const gone = { artifactId: "art_gone", version: "1.0.0" };
  expect(() => createToolRecorder(fixture.context, gone, (text) => text)([{ name: "a" }])).not.toThrow();
});
