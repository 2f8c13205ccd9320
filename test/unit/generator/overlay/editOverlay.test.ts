import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { analyzeOpenapiDocument } from "../../../../src/generator/analyzeOpenapiDocument.ts";
import { createOverlayText, editOverlay, formatJsonPath } from "../../../../src/generator/overlay/editOverlay.ts";
import { createPetDocument } from "../../../support/documents/petDocument.ts";

const pets = "/paths/~1pets/get";
const yaml = createOverlayText("Tools: Pets", "./pets.yaml");
const empty = { yaml, json: JSON.stringify(parse(yaml), null, 2) };

const byHand = `# Reviewed by the team.
overlay: 1.0.0   # the version

info: {title: "Shape",   version: '1.0.0'}

actions:

  # The list.
  - target: "$['paths']['/pets']['get']"   # by hand
    update:
      x-mcp: { title: Pets }   # short

  - target: $.paths.*.get
    description: >-
      A long text that goes over
      several lines.
    update: {x-safe: true}
# The end.
`;

describe.each(["yaml", "json"] as const)("an edit of an overlay in %s", (format) => {
  test("adds an action for the operation, and changes it after that", () => {
    const named = editOverlay(empty[format], { pointer: pets, path: ["name"], value: "all" });
    const edited = editOverlay(named, { pointer: pets, path: ["parameters", "X-Id", "value"], value: 5 });
    expect(parse(edited)).toEqual({
      overlay: "1.0.0",
      info: { title: "Tools: Pets", version: "1.0.0" },
      extends: "./pets.yaml",
      actions: [
        {
          target: "$.paths['/pets'].get",
          update: { "x-mcp": { name: "all", parameters: { "X-Id": { value: 5 } } } },
        },
      ],
    });
    expect(edited.trimStart().startsWith("{")).toBe(format === "json");
  });

  test("removes a field with the action that becomes empty", () => {
    const set = editOverlay(empty[format], { pointer: pets, path: ["parameters", "id", "value"], value: "x" });
    const cleared = editOverlay(set, { pointer: pets, path: ["parameters", "id", "value"], value: undefined });
    expect(parse(cleared)).toEqual(parse(empty[format]));
    const named = editOverlay(set, { pointer: pets, path: ["name"], value: "all" });
    expect(parse(editOverlay(named, { pointer: pets, path: ["parameters", "id"], value: undefined })).actions).toEqual([
      { target: "$.paths['/pets'].get", update: { "x-mcp": { name: "all" } } },
    ]);
    expect(parse(editOverlay(named, { pointer: pets, path: [], value: undefined }))).toEqual(parse(empty[format]));
  });

  test("of a field that is not there changes nothing", () => {
    expect(editOverlay(empty[format], { pointer: pets, path: ["name"], value: undefined })).toBe(empty[format]);
  });

  test("is what the generator reads, for any text", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 60 }), (given) => {
        const title =
          given
            .trim()
            .replaceAll(/[\p{C}\s]+/gu, " ")
            .trim() || "x";
        const overlay = editOverlay(empty[format], { pointer: pets, path: ["title"], value: title });
        const { operations, ...applied } = analyzeOpenapiDocument(createPetDocument(), { overlay });
        expect(applied.overlayProblems).toEqual([]);
        expect(JSON.parse(applied.document ?? "").paths["/pets"].get["x-mcp"].title).toBe(title);
        expect(operations).toHaveLength(3);
      }),
      { numRuns: 50 },
    );
  });
});

describe("an edit of an overlay that was written by hand", () => {
  test("keeps all other lines as they are, comments too", () => {
    const edited = editOverlay(byHand, { pointer: pets, path: ["name"], value: "all" });
    expect(edited).toBe(byHand.replace("{ title: Pets }   #", "{ title: Pets, name: all } #"));
  });

  test("adds its action after the others, of which at most the end of the last changes its format", () => {
    const edited = editOverlay(byHand, { pointer: "/paths/~1new/get", path: ["name"], value: "new" });
    const [before = ""] = byHand.split("      A long text");
    expect(edited.startsWith(before)).toBe(true);
    expect(edited.endsWith("# The end.\n")).toBe(true);
    expect(parse(edited).actions).toHaveLength(3);
  });

  test("leaves an action that removes the operation alone", () => {
    const removal = "overlay: 1.0.0\nactions:\n  - { target: \"$.paths['/pets'].get\", remove: true, update: {} }\n";
    const edited = editOverlay(removal, { pointer: pets, path: ["name"], value: "all" });
    expect(parse(edited).actions).toEqual([
      ...parse(removal).actions,
      { target: "$.paths['/pets'].get", update: { "x-mcp": { name: "all" } } },
    ]);
  });

  test("keeps the end of its lines", () => {
    const windows = byHand.replaceAll("\n", "\r\n");
    const edited = editOverlay(windows, { pointer: pets, path: ["name"], value: "all" });
    expect(edited).toBe(windows.replace("{ title: Pets }   #", "{ title: Pets, name: all } #"));
  });

  test("keeps the indentation of JSON", () => {
    const json = `{\n    "overlay": "1.0.0",\n    "actions": [\n        { "target": "$.x", "remove": true }\n    ]\n}\n`;
    const edited = editOverlay(json, { pointer: pets, path: ["name"], value: "all" });
    expect(edited.match(/^ +/gm)?.filter((indent) => indent.length % 4 > 0)).toEqual([]);
    expect(parse(edited).actions).toHaveLength(2);
  });

  test("is refused where the file is no overlay", () => {
    const edit = { pointer: pets, path: ["name"], value: "all" };
    expect(() => editOverlay("openapi: 3.1.0\n", edit)).toThrow("not an overlay");
    expect(() => editOverlay("overlay: [", edit)).toThrow();
  });
});

test("a pointer as JSONPath quotes what is no name", () => {
  expect(formatJsonPath("/paths/~1a~1{b}/get")).toBe("$.paths['/a/{b}'].get");
  expect(formatJsonPath("/a'b/c\\d/2x")).toBe("$['a\\'b']['c\\\\d']['2x']");
  expect(formatJsonPath("")).toBe("$");
});
