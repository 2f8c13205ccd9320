import { describe, expect, test } from "vitest";
import { analyzeOpenapiDocument } from "../../../../src/generator/analyzeOpenapiDocument.ts";
import { generateFromDocument } from "../../../support/documents/generateFromDocument.ts";

const document = [
  "openapi: 3.1.0",
  "info: { title: Split, version: '1' }",
  "servers: [{ url: 'https://a.example.com' }]",
  "paths:",
  "  /things: { $ref: './paths/my things.yaml' }",
  "  /own: { get: { operationId: own, parameters: [{ in: query }] } }",
].join("\n");
const things = "get:\n  operationId: list\n  parameters:\n    - { in: query }\n";

const listPlaces = (result: ReturnType<typeof generateFromDocument>) =>
  result.problems.map(({ pointer, file, filePointer, line, column }) => ({ pointer, file, filePointer, line, column }));

describe("a problem of a document in several files", () => {
  test("has the file, the pointer in it, and the line, when the files are uploaded", () => {
    for (const folder of ["", "api/"]) {
      const parts = [{ path: `${folder}paths/my things.yaml`, encoding: "utf8", content: things } as const];
      const path = `${folder}openapi.yaml`;
      expect(listPlaces(generateFromDocument(document, { path, parts }))).toEqual([
        {
          ...{ pointer: "/paths/~1things/get/parameters/0", file: `${folder}paths/my things.yaml` },
          ...{ filePointer: "/get/parameters/0", line: 3, column: 6 },
        },
        { pointer: "/paths/~1own/get/parameters/0", line: 5, column: 48 },
      ]);
    }
  });

  test("has the name of a file with any characters", () => {
    for (const name of ["50%off.yaml", "a%20b.yaml", "c#d.yaml", "größe.yaml"]) {
      const text = document.replace("./paths/my things.yaml", name.replace("#", "%23").replace("%20", "%2520"));
      const parts = [{ path: name, encoding: "utf8", content: things } as const];
      expect(listPlaces(generateFromDocument(text, { parts }))[0]).toMatchObject({ file: name, line: 3 });
    }
  });

  test("has the line in the file where that cannot be read, or refers to one that is missing", () => {
    const upload = (content: string) =>
      generateFromDocument(document, { parts: [{ path: "paths/my things.yaml", encoding: "utf8", content }] });
    expect(listPlaces(upload("get: {\n]"))).toContainEqual(
      expect.objectContaining({ file: "paths/my things.yaml", filePointer: undefined, line: 1 }),
    );
    expect(listPlaces(upload("get: { requestBody: { $ref: ../gone.yaml } }"))).toEqual([
      expect.objectContaining({ file: "paths/my things.yaml", filePointer: "/get/requestBody/$ref", line: 0 }),
    ]);
  });

  test("has the file and the pointer in it when they were put together before", () => {
    const folder = "file:///home/me/spec/";
    const parts = { [`${folder}api/paths/my%20things.yaml`]: things, [`${folder}x.yaml`]: "x: 1" };
    const bundle = analyzeOpenapiDocument(document, { uri: `${folder}api/openapi.yaml`, parts }).document ?? "";
    expect(listPlaces(generateFromDocument(bundle))).toEqual([
      {
        ...{ pointer: "/paths/~1things/get/parameters/0", file: "paths/my things.yaml" },
        ...{ filePointer: "/get/parameters/0" },
      },
      { pointer: "/paths/~1own/get/parameters/0", line: 0, column: expect.any(Number) },
    ]);
    const above = document.replace("./paths/", "../paths/");
    const uri = `${folder}api/v1/openapi.yaml`;
    expect(listPlaces(generateFromDocument(analyzeOpenapiDocument(above, { uri, parts }).document))[0]?.file).toBe(
      "../paths/my things.yaml",
    );
  });
});
