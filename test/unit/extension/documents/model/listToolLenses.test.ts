import { expect, test } from "vitest";
import { listToolLenses } from "../../../../../src/extension/documents/model/codeLenses.ts";
import { analyzeInProcess } from "../../../../support/documents/analyzeInProcess.ts";
import { createOverlay } from "../../../../support/documents/applyOverlayText.ts";
import { createPetDocument } from "../../../../support/documents/petDocument.ts";
import { createMapDocuments } from "../../../../support/editor/mapDocuments.ts";

const uri = "file:///a/pets.json";
const text = createPetDocument();
const readUse = async () => undefined;

test("each operation has its tool and its cost above it, with the overlay of the document", async () => {
  const overlay = createOverlay(
    "  - { target: \"$.paths['/pets'].get\", update: { x-mcp: { name: all } } }\n" +
      "  - { target: \"$.paths['/pets'].post\", update: { x-mcp: { enabled: false } } }\n",
  );
  const documents = createMapDocuments({ "file:///a/pets.overlay.yaml": overlay });
  const lenses = await listToolLenses({ documents, documentAnalyzer: analyzeInProcess, readUse }, { uri, text });
  const lines = text.split("\n");
  expect(lenses.map(({ line, title, caseId }) => [lines[line - 1]?.trim(), title, caseId])).toEqual([
    ['"get": {', expect.stringMatching(/^all · about \d+ tokens$/), "GET /pets"],
    ['"get": {', expect.stringMatching(/^listOrders · about \d+ tokens$/), "GET /orders"],
    ['"post": {', "No tool: disabled", "POST /pets"],
  ]);
  expect(new Set(lenses.map(({ command }) => command))).toEqual(new Set(["fairlead.tool.edit"]));
});

test("an operation in another file has its tool above its path, and none where the paths are in another file", async () => {
  const list = async (paths: string) => {
    const split = `openapi: 3.1.0\n${paths}\n`;
    const files = {
      "file:///a/all.yaml": "/cats: { $ref: cats.yaml }\n",
      "file:///a/cats.yaml": "get: { responses: {} }\n",
    };
    const context = { documents: createMapDocuments(files), documentAnalyzer: analyzeInProcess, readUse };
    return (await listToolLenses(context, { uri, text: split })).map(({ line, caseId }) => [line, caseId]);
  };
  expect(await list("paths:\n  /cats:\n    $ref: cats.yaml")).toEqual([[3, "GET /cats"]]);
  expect(await list("paths:\n  $ref: all.yaml")).toEqual([]);
});

test("a document that is too long to read while the user types has none", async () => {
  const long = { uri, text: text + " ".repeat(5_000_000) };
  expect(
    await listToolLenses({ documents: createMapDocuments(), documentAnalyzer: analyzeInProcess, readUse }, long),
  ).toEqual([]);
});

test("an operation says how often it was called, or nothing where that is not known", async () => {
  const counts = new Map([
    ["GET /pets", 0],
    ["POST /pets", 1200],
  ]);
  const use = { since: "2026-05-04T00:00:00.000Z", live: 1200, count: (name: string) => counts.get(name) };
  const documents = createMapDocuments();
  const lenses = await listToolLenses(
    { documents, documentAnalyzer: analyzeInProcess, readUse: async () => use },
    { uri, text },
  );
  expect(lenses.map(({ title, caseId }) => `${caseId}: ${title.replace(/^.* tokens/, "")}`)).toEqual([
    "GET /pets:  · never called since 4 May 2026",
    "POST /pets:  · called 1,200 times",
    "GET /orders: ",
  ]);
});
