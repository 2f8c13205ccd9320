import { describe, expect, test } from "vitest";
import { compareGeneratedTools } from "../../../../../../src/extension/server/model/folder/folderUpdate.ts";
import { generateServerFiles } from "../../../../../../src/generator/generateServerFiles.ts";
import { createPetDocument } from "../../../../../support/documents/petDocument.ts";

function generate(document: string) {
  const result = generateServerFiles({
    source: { document },
    name: "Pets",
    slug: "pets",
    version: "1.0.0",
    runtime: [],
  });
  if (!result.ok) throw new Error("The document is valid.");
  return result.files.map(({ path, content }) => ({ path, bytes: Buffer.from(content) }));
}

describe("the tools in generated code", () => {
  test("are none in other files", () => {
    const bytes = Buffer.from('export const pets = [\n  {\n    name: "listPets",\n  },\n];\n');
    const found = ["tools/pets.mjs", "tools/a/pets.mjs", "tools/pets.json", "pets.mjs"].map((path) =>
      compareGeneratedTools([], [{ path, bytes }]),
    );
    expect(found).toEqual([{ added: ["listPets"], removed: [], changed: [] }, undefined, undefined, undefined]);
  });

  test("have no change if only others of their file changed", () => {
    const other = createPetDocument().replace('"post": {', '"put": {').replace('"addPet"', '"replacePet"');
    expect(compareGeneratedTools(generate(createPetDocument()), generate(other))).toEqual({
      added: ["replacePet"],
      removed: ["addPet"],
      changed: [],
    });
  });

  test("are changed when they have another name for the same operation", () => {
    const other = createPetDocument().replace('"operationId": "addPet"', '"operationId": "createPet"');
    expect(compareGeneratedTools(generate(createPetDocument()), generate(other))).toEqual({
      added: [],
      removed: [],
      changed: ["createPet"],
    });
  });
});
