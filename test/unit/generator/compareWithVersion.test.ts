import { describe, expect, test } from "vitest";
import { compareWithVersion } from "../../../src/generator/compareWithVersion.ts";
import { createOverlay } from "../../support/documents/applyOverlayText.ts";
import { generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";

const operation = (operationId: string, more: object = {}) => ({ operationId, tags: ["pets"], responses: {}, ...more });
const limit = { name: "limit", in: "query", required: true, schema: { type: "integer" } };
const paths = {
  "/pets": { get: operation("listPets"), post: operation("addPet") },
  "/orders": { get: operation("listOrders", { tags: ["orders"] }) },
};
const newPaths = {
  "/pets": { get: operation("listPets", { parameters: [limit] }), put: operation("replacePets") },
  "/orders": paths["/orders"],
};
const createText = (documentPaths: object) =>
  JSON.stringify({
    ...{ openapi: "3.1.0", info: { title: "Pets", version: "1.0.0" }, paths: documentPaths },
    servers: [{ url: "https://pets.example.com" }],
  });
const before = createText(paths);

interface Options {
  readonly overlay?: string | undefined;
  readonly include?: readonly string[];
  readonly maxTools?: number;
}

function compare(text: string, { overlay, include, maxTools = 80 }: Options = {}) {
  const { files } = generateFromValidDocument(before, { maxTools, ...(include && { include }) });
  const modules = files.map(({ path, content }) => ({ path, bytes: new TextEncoder().encode(content) }));
  const comparison = compareWithVersion({ text, overlay }, { files: modules, include, maxTools });
  const changes = comparison?.changes.map(({ tool, kind, severity }) => `${tool} ${kind} ${severity}`);
  return comparison && { ...comparison, changes };
}

describe("a document compared with a version", () => {
  test("that it gave changes nothing, also when only its layout differs", () => {
    for (const text of [before, JSON.stringify(JSON.parse(before), null, 4)])
      expect(compare(text)).toEqual({ changes: [], unchosen: [] });
  });

  test("names tools that are new, changed and gone, with what breaks callers", () => {
    expect(compare(createText(newPaths))?.changes).toEqual([
      "listPets required breaking",
      "addPet toolRemoved breaking",
      "replacePets toolAdded compatible",
    ]);
  });

  test("keeps the selection: a new operation outside of it is no new tool, but unchosen", () => {
    expect(compare(createText(newPaths), { include: ["GET /pets"] })).toEqual({
      changes: ["listPets required breaking"],
      unchosen: ["PUT /pets", "GET /orders"],
    });
  });

  test.each<[string, readonly string[], readonly string[]]>([
    [
      "gives a new operation of a selected tag a tool",
      ["tag:pets"],
      ["listPets required breaking", "addPet toolRemoved breaking", "replacePets toolAdded compatible"],
    ],
    ["ignores a filter that matches nothing any more", ["POST /pets", "GET /orders"], ["addPet toolRemoved breaking"]],
    ["has no tools when no selected operation is left", ["POST /pets"], ["addPet toolRemoved breaking"]],
  ])("%s", (_, include, changes) => {
    expect(compare(createText(newPaths), { include })?.changes).toEqual(changes);
  });

  test("is compared as its overlay shapes it", () => {
    const rename = "  - target: $.paths['/pets'].get\n    update: { x-mcp: { name: all-pets } }\n";
    expect(compare(before, { overlay: createOverlay(rename) })?.changes).toEqual(["all-pets toolRenamed breaking"]);
  });

  test("keeps the names of its tools, as the next generation does", () => {
    const renamed = { ...paths, "/pets": { ...paths["/pets"], get: operation("readAll") } };
    for (const include of [undefined, ["GET /pets"]])
      expect(compare(createText(renamed), include && { include })?.changes).toEqual(["listPets changed compatible"]);
  });

  test("in search mode has the names by which callers reach its tools", () => {
    expect(compare(before, { maxTools: 2 })?.changes).toEqual([]);
    expect(compare(createText(newPaths), { maxTools: 2 })?.changes).toContain(
      "call_operation addPet toolRemoved breaking",
    );
  });

  test.each([
    ["a document that cannot be read", "{", undefined],
    ["an overlay with an error", before, createOverlay("  - target: info\n    remove: true\n")],
  ])("says what is wrong with %s", (_, text, overlay) => {
    expect(compare(text, { overlay })).toEqual({ changes: [], unchosen: [], problem: expect.stringMatching(/.\.$/) });
  });

  test("is unknown for a version with code of its own", () => {
    const files = [{ path: "server.mjs", bytes: new TextEncoder().encode("serve(makeDefinition());") }];
    expect(compareWithVersion({ text: before }, { files, maxTools: 80 })).toBeUndefined();
  });
});
