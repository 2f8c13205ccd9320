import { describe, expect, test } from "vitest";
import { checkOverlay } from "../../../../../../src/extension/server/model/overlay/checkOverlay.ts";
import {
  findOverlay,
  listDocumentUris,
  listOverlayUris,
} from "../../../../../../src/extension/server/model/overlay/findOverlay.ts";
import { analyzeInProcess } from "../../../../../support/documents/analyzeInProcess.ts";
import { createOverlay } from "../../../../../support/documents/applyOverlayText.ts";
import { createPetDocument } from "../../../../../support/documents/petDocument.ts";
import { createMapDocuments } from "../../../../../support/editor/mapDocuments.ts";

const uri = "file:///a/pets.overlay.yaml";
const unmatched = createOverlay("  - { target: $.paths.none, remove: true }\n");

async function check(text: string, texts: Record<string, string> = {}) {
  const problems = await checkOverlay(
    { documents: createMapDocuments(texts), documentAnalyzer: analyzeInProcess },
    { uri, text },
  );
  return problems.map(({ code, line, column }) => `${line}:${column} ${code}`);
}

describe("the check of an overlay", () => {
  test("finds targets that the document beside it does not have, and what has no effect there", async () => {
    const texts = { "file:///a/pets.json": createPetDocument() };
    const overlay = `${unmatched}  - { target: "$.paths['/pets'].get", update: { x-mcp: { color: red } } }\n`;
    expect(await check(overlay, texts)).toEqual(["4:15 overlay_target_unmatched", "5:65 extension_invalid"]);
  });

  test("without a document finds the problems of the overlay itself", async () => {
    expect(await check(unmatched)).toEqual([]);
    expect(await check(`${unmatched}more: 1\n`)).toEqual(["5:7 overlay_unknown_field"]);
    const unknown = `${unmatched}more: 1\n`;
    for (const document of ["title: no OpenAPI", "openapi: ["])
      expect(await check(unknown, { "file:///a/pets.yaml": document })).toEqual(["5:7 overlay_unknown_field"]);
  });

  test("leaves a file of another kind alone", async () => {
    expect(await check("layers:\n  - overlay\n", { "file:///a/pets.yaml": createPetDocument() })).toEqual([]);
  });
});

describe("the overlay of a document", () => {
  test("stands beside it, with its name and an extension of JSON or YAML", async () => {
    expect(listOverlayUris("file:///a/pets.v1.json")).toEqual([
      "file:///a/pets.v1.overlay.yaml",
      "file:///a/pets.v1.overlay.yml",
      "file:///a/pets.v1.overlay.json",
    ]);
    expect(listDocumentUris("file:///a/pets.overlay.yml")).toContain("file:///a/pets.yml");
    const documents = createMapDocuments({ "file:///a/pets.overlay.yml": "overlay: 1.0.0" });
    expect(await findOverlay(documents, "file:///a/pets.yaml")).toEqual({
      uri: "file:///a/pets.overlay.yml",
      text: "overlay: 1.0.0",
    });
    expect(await findOverlay(documents, "file:///a/other.yaml")).toBeUndefined();
  });

  test("is none for a document on the web, an overlay and a file of another kind", () => {
    for (const other of ["https://a/pets.yaml", uri, "file:///a/pets.txt"]) expect(listOverlayUris(other)).toEqual([]);
    expect(listDocumentUris("file:///a/pets.yaml")).toEqual([]);
  });
});
