import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { getServerLinks } from "../../../../../src/extension/server/model/serverLinks.ts";
import { editTool } from "../../../../../src/extension/tools/commands/editTool.ts";
import { openTool } from "../../../../../src/extension/tools/commands/openTool.ts";
import { renameItem } from "../../../../../src/extension/workbench/commands/renameItem.ts";
import { rowOf, type TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createPetDocument } from "../../../../support/documents/petDocument.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import type { ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { readServerRows } from "../../../../support/editor/testTree.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const uri = "file:///home/me/pets.yaml";
const overlayUri = "file:///home/me/pets.overlay.yaml";
const document = createPetDocument();
const renamed = `overlay: 1.0.0
info: { title: t, version: 1.0.0 }
actions: [{ target: "$.paths['/pets'].get", update: { x-mcp: { name: find-pets } } }]
`;

const served = await useServedService();
const deployed = await served.deploy("Live", { kind: "openapi", document });
const serverId = deployed.server.id;

type Fixture = Awaited<ReturnType<typeof createCommandFixture>>;

async function openFixture(answers: readonly ScriptedAnswer[], overlay?: string, isLinked = true): Promise<Fixture> {
  const documents = { [uri]: document, ...(overlay !== undefined && { [overlayUri]: overlay }) };
  const fixture = await createCommandFixture(served, { documents, answers });
  if (isLinked) await getServerLinks(fixture.app).saveDocument(uri, { serverId, choice: {} });
  return fixture;
}

const readRows = async ({ app }: Fixture, parent?: TreeNode) =>
  (parent && rowOf(parent).children?.(parent)) ?? readServerRows(app, parent);

const nameOf = (row: TreeNode) => ("tool" in row ? row.tool.name : rowOf(row).describe(row, 0).label);

/** The row at the end of these labels. */
async function findRow(fixture: Fixture, ...labels: readonly string[]): Promise<TreeNode> {
  let rows = await readRows(fixture);
  let found: TreeNode | undefined;
  for (const label of labels) {
    found = rows.find((row) => nameOf(row) === label);
    rows = found && label !== labels.at(-1) ? await readRows(fixture, found) : [];
  }
  return requireValue(found);
}

const describeRow = (row: TreeNode) => rowOf(row).describe(row, 0);

async function readOverlay({ documents }: Fixture) {
  const bytes = await documents.readFile(overlayUri);
  return bytes && parse(new TextDecoder().decode(bytes)).actions;
}

const renamedAction = (name: string) => [{ target: "$.paths['/pets'].get", update: { "x-mcp": { name } } }];

const live = ["Live", "Tools", "listPets"];
const ofVersion = ["Live", "Versions", "0.1.0", "Tools", "listPets"];

describe("the row of a tool", () => {
  test.each([[live], [ofVersion]])(
    "%j has the reason of its hints in the tooltip, and is renamed in the overlay of its document",
    async (path) => {
      await using fixture = await openFixture(["all-pets"]);
      const node = await findRow(fixture, ...path);
      const facts = Object.fromEntries(describeRow(node).facts());
      expect(facts).toMatchObject({ Effect: "reads", Reason: expect.stringMatching(/\.$/) });
      await renameItem(fixture.app, { node });
      expect(await readOverlay(fixture)).toEqual(renamedAction("all-pets"));
      expect(fixture.documents.compared).toMatchObject([{ title: "Edit Tool listPets" }]);
    },
  );

  test("is edited, and found by its operation when the overlay has renamed it since", async () => {
    await using fixture = await openFixture(["every-pet"], renamed);
    const node = await findRow(fixture, ...live);
    await editTool(fixture.app, { node });
    expect(fixture.documents.shown).toEqual([`${overlayUri} at line 2`]);
    await renameItem(fixture.app, { node });
    expect(await readOverlay(fixture)).toEqual(renamedAction("every-pet"));
  });

  test("of a server without a document in the workspace says what to do", async () => {
    await using fixture = await openFixture([], undefined, false);
    const node = await findRow(fixture, ...live);
    await expect(renameItem(fixture.app, { node })).rejects.toThrow(
      'Fairlead does not know the OpenAPI document of listPets: its server was not generated from a document of this workspace. Open the document and run "Edit Tool" there.',
    );
  });

  test("of a version opens its definition; the row Tools above says how many there are and what they cost", async () => {
    await using fixture = await openFixture([]);
    const row = await findRow(fixture, ...ofVersion.slice(0, -1));
    expect(describeRow(row).description).toMatch(/^3 · about \d+ tokens$/);
    await openTool(fixture.app, { node: await findRow(fixture, ...ofVersion) });
    expect(fixture.documents.shown).toEqual([expect.stringMatching(/^listPets\.json: \{\s+"name": "listPets"/)]);
  });
});

test("the row Tools of a live server says what the list costs once this window has read it", async () => {
  await using fixture = await openFixture([]);
  const changes: string[] = [];
  const listening = fixture.app.mcp.onDidChange(() => void changes.push("changed"));
  const before = await findRow(fixture, "Live", "Tools");
  expect(describeRow(before).description).toBe("3");
  await readRows(fixture, before);
  await readRows(fixture, before);
  expect(changes).toEqual(["changed"]);
  const after = await findRow(fixture, "Live", "Tools");
  expect(describeRow(after).description).toMatch(/^3 · about \d+ tokens$/);
  listening.dispose();
});
