import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromDocument,
  generateFromValidDocument,
  readProblemCodes,
} from "../../support/documents/generateFromDocument.ts";

describe("the problems of a document", () => {
  test("contain an error with a pointer if no server can be generated", () => {
    expect(generateFromDocument("{")).toMatchObject({ ok: false, problems: [{ severity: "error" }] });
    expect(generateFromDocument({ openapi: "3.1.0", paths: {} })).toEqual({
      ok: false,
      problems: [
        {
          severity: "error",
          code: "no_operations",
          message: "The document describes no operations.",
          pointer: "",
          line: 0,
          column: 0,
        },
      ],
    });
    expect(generateFromDocument({ openapi: "3.1.0", webhooks: {} }).problems[0]?.message).toContain("only webhooks");
  });

  test("are limited in number, each kind by itself, so that one does not hide the others", () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`/a/{p${index}}`, { get: {} }]));
    const result = generateFromValidDocument(createDocument({}, { paths: { ...many, "/last": { trace: {} } } }));
    const codes = readProblemCodes(result);
    expect(codes.filter((code) => code === "undeclared_path_parameter")).toHaveLength(20);
    expect(result.problems.find(({ code }) => code === "more_problems")).toMatchObject({
      message: expect.stringContaining('480 more problems of the kind "undeclared_path_parameter"'),
      pointer: "/paths/~1a~1{p20}/get",
    });
    expect(codes).toContain("operation_left_out");
  });

  test("have the line and the column of their place in the text", () => {
    const json = JSON.stringify(
      createDocument({}, { paths: { "/ok": { get: {} }, "/trace": { trace: {} } } }),
      null,
      2,
    );
    const line = json.split("\n").findIndex((one) => one.includes('"trace"'));
    expect(generateFromDocument(json).problems).toMatchObject([{ code: "operation_left_out", line, column: 6 }]);
    const yaml = [
      "openapi: 3.1.0",
      "paths:",
      "  /ok: { get: {} }",
      "  /trace:",
      "    trace: {}",
      "servers: [{ url: /v1 }]",
    ];
    expect(generateFromDocument(yaml.join("\n")).problems).toMatchObject([
      { code: "operation_left_out", line: 4, column: 4 },
      { code: "no_absolute_server", line: 5, column: 0 },
    ]);
    expect(generateFromDocument("openapi: 3.1.0\npaths: {\n").problems[0]).toMatchObject({ code: "syntax", line: 2 });
  });

  test("name unusable operations while the others are generated", () => {
    const paths = {
      "/ok": { get: {} },
      "/remote": { $ref: "https://pets.example.com/paths.yaml#/x" },
      "/loop": { $ref: "#/paths/~1loop" },
      "/text": { get: "none" },
      "/trace": { trace: {} },
      "/body": { post: { requestBody: { $ref: "#/components/requestBodies/none" } } },
    };
    const result = generateFromValidDocument(createDocument({}, { paths }));
    expect(result.definition.tools.map(({ request }) => request.path)).toEqual(["/ok"]);
    expect(result.problems.map(({ severity, code, pointer }) => [severity, code, pointer])).toEqual([
      ["warning", "path_left_out", "/paths/~1remote/$ref"],
      ["warning", "path_left_out", "/paths/~1loop/$ref"],
      ["warning", "operation_left_out", "/paths/~1text/get"],
      ["warning", "operation_left_out", "/paths/~1trace/trace"],
      ["warning", "operation_left_out", "/paths/~1body/post/requestBody/$ref"],
    ]);
    expect(result.problems[0]?.message).toContain("outside this document");
    expect(result.problems[1]?.message).toContain("refers to itself");
  });

  test("of a referenced path item point to the path item", () => {
    const document = createDocument(
      {},
      { paths: { "/a/{id}": { $ref: "#/components/pathItems/A" } }, components: { pathItems: { A: { get: {} } } } },
    );
    const result = generateFromValidDocument(document);
    expect(readProblemCodes(result)).toEqual(["undeclared_path_parameter"]);
    expect(result.problems[0]?.pointer).toBe("/components/pathItems/A/get");
  });
});
