import { describe, expect, test } from "vitest";
import {
  compareGeneratedTools,
  readGeneratedTools,
} from "../../../../../../src/extension/server/model/folder/folderUpdate.ts";
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
  test("have the line that names them", () => {
    const files = generate(createPetDocument());
    const tools = readGeneratedTools(files);
    expect(tools.map(({ name }) => name)).toContain("listPets");
    for (const { name, file, line } of tools)
      expect(Buffer.from(file.bytes).toString("utf8").split("\n")[line]).toBe(`    name: "${name}",`);
  });

  test("are none in other files", () => {
    const bytes = Buffer.from('export const pets = [\n  {\n    name: "listPets",\n  },\n];\n');
    const found = ["tools/pets.mjs", "tools/a/pets.mjs", "tools/pets.json", "pets.mjs"].flatMap((path) =>
      readGeneratedTools([{ path, bytes }]).map(({ file, line }) => [file.path, line]),
    );
    expect(found).toEqual([["tools/pets.mjs", 2]]);
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
