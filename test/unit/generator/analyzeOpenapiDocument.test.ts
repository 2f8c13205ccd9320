import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyzeOpenapiDocument } from "../../../src/generator/analyzeOpenapiDocument.ts";
import { createDocument } from "../../support/documents/generateFromDocument.ts";
import { propertyRuns } from "../../support/propertyRuns.ts";

const yaml = `openapi: 3.0.3
info: { title: Pets, version: "2" }
servers:
  - url: https://pets.example.com
tags:
  - { name: stores, description: Where they are. }
  - { name: unused }
paths:
  /pets/{id}:
    get:
      operationId: pets/get
      tags: [pets]
      summary: One pet
      deprecated: true
  /stores:
    get:
      tags: [stores, pets]
      parameters:
        - $ref: '#/components/parameters/none'
    post:
      tags: [stores]
`;

describe("the analysis of a document", () => {
  test("lists operations, tags and problems", () => {
    const { problems, ...found } = analyzeOpenapiDocument(yaml);
    expect(found).toEqual({
      ...{ ok: true, title: "Pets", version: "2", openapi: "3.0.3", servers: ["https://pets.example.com"] },
      tags: [
        { name: "stores", description: "Where they are.", count: 1 },
        { name: "pets", description: "", count: 1 },
      ],
      operations: [
        {
          id: "pets_get",
          method: "GET",
          path: "/pets/{id}",
          tags: ["pets"],
          summary: "One pet",
          deprecated: true,
          filter: "GET /pets/{id}",
          pointer: "/paths/~1pets~1{id}/get",
          tokens: 37,
          title: "One pet",
          description: expect.stringContaining("One pet"),
          annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
          extension: {},
        },
        {
          id: "post_stores",
          method: "POST",
          path: "/stores",
          tags: ["stores"],
          summary: "",
          deprecated: false,
          filter: "POST /stores",
          pointer: "/paths/~1stores/post",
          tokens: 25,
          title: "POST /stores",
          description: "POST /stores",
          annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
          extension: {},
        },
      ],
      disabled: [],
      proposals: [],
    });
    expect(problems).toEqual([
      expect.objectContaining({ code: "undeclared_path_parameter", line: 9, column: 4 }),
      expect.objectContaining({
        code: "operation_left_out",
        pointer: "/paths/~1stores/get/parameters/0/$ref",
        line: 18,
        column: 10,
      }),
    ]);
  });

  test("reports the position of syntax errors", () => {
    expect(analyzeOpenapiDocument("openapi: 3.0.0\ninfo: [a\npaths: {}\n")).toMatchObject({
      ok: false,
      problems: [{ severity: "error", code: "syntax", line: 2, column: 0, message: expect.stringMatching(/[^.]\.$/) }],
    });
    expect(analyzeOpenapiDocument('{\n  "openapi": "3.0.0"\n  "paths": {}\n}\n').problems[0]).toMatchObject({
      severity: "error",
      line: 2,
    });
  });

  test("rejects other documents and unsupported versions", () => {
    const codeOf = (text: string) => analyzeOpenapiDocument(text).problems.map(({ code, pointer }) => [code, pointer]);
    expect(codeOf("")).toEqual([["empty", ""]]);
    expect(codeOf("just words")).toEqual([["not_openapi", ""]]);
    expect(codeOf('{"name":"x"}')).toEqual([["not_openapi", ""]]);
    expect(codeOf("<!doctype html><p>Sign in</p>")).toEqual([["not_openapi", ""]]);
    expect(codeOf('{"swagger":"1.2"}')).toEqual([["unsupported_version", "/swagger"]]);
    expect(codeOf('{"openapi":"4.0.0","paths":{}}')).toEqual([["unsupported_version", "/openapi"]]);
    expect(codeOf("swagger: 2.0\npaths: {}\n")).toEqual([["no_operations", ""]]);
    expect(codeOf('{"openapi":"3.3.0","paths":{"/a":{"get":{}}},"servers":[{"url":"https://a.example.com"}]}')).toEqual(
      [["newer_version", "/openapi"]],
    );
  });

  test("accepts what other tools accept: a byte order mark, tabs in JSON, two keys of one name, merge keys, several documents", () => {
    const read = (text: string) => analyzeOpenapiDocument(text).operations.map(({ filter }) => filter);
    expect(read(`\uFEFF${yaml}`)).toHaveLength(2);
    expect(read('\t{"openapi":"3.1.0",\t"paths":{"/a":{"get":{}}}}')).toEqual(["GET /a"]);
    expect(read("openapi: 3.1.0\npaths:\n  /a: { get: {} }\npaths:\n  /b: { get: {} }\n")).toEqual(["GET /b"]);
    expect(read("openapi: 3.1.0\nx: &x { get: {} }\npaths:\n  /a: { <<: *x, put: {} }\n").sort()).toEqual([
      "GET /a",
      "PUT /a",
    ]);
    expect(read("openapi: 3.1.0\npaths:\n  /a: { get: {} }\n---\nb: 1\n")).toEqual(["GET /a"]);
  });

  test("rejects alias bombs and deep nesting quickly", () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ..."bcdefghij"
        .split("")
        .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[index]}`).join(",")}]`),
    ].join("\n");
    expect(analyzeOpenapiDocument(`openapi: 3.0.0\n${bomb}`).problems[0]?.code).toBe("alias_bomb");
    expect(analyzeOpenapiDocument("openapi: 3.0.0\nx: &x\n  y: *x\n").problems[0]?.code).toBe("alias_cycle");
    const deep = `{"openapi":"3.0.0","x":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    expect(analyzeOpenapiDocument(deep).problems[0]?.code).toBe("too_deep");
    expect(
      analyzeOpenapiDocument(`openapi: 3.0.0\nx: ${"[".repeat(3000)}${"]".repeat(3000)}\n`).problems[0]?.code,
    ).toBe("too_deep");
    expect(analyzeOpenapiDocument(`openapi: 3.0.0\nx: ${"a".repeat(17 * 1024 * 1024)}`).problems[0]?.code).toBe(
      "too_large",
    );
  });

  test("never throws for any text", () => {
    const part = fc.constantFrom(
      "openapi: 3.0.0\n",
      "paths:\n",
      "  /a:\n",
      "    get:\n",
      "$ref: '#'",
      "&a ",
      "*a",
      "{",
      "}",
      "[",
      "]",
      '"',
      ": ",
      "- ",
      "!!set",
      "\u0000",
      "\n",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(part).map((parts) => parts.join("")),
      fc.json(),
    );
    fc.assert(
      fc.property(text, (given) => {
        expect(analyzeOpenapiDocument(given)).toHaveProperty("problems");
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  test("never throws for any values in a document", () => {
    const anything = fc.anything({
      withNullPrototype: false,
      maxDepth: 3,
      values: [
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.constant({ $ref: "#/paths" }),
        fc.constant({ $ref: "#" }),
        fc.boolean(),
      ],
    });
    const operation = fc.record(
      {
        parameters: anything,
        requestBody: anything,
        responses: anything,
        tags: anything,
        security: anything,
        servers: anything,
        operationId: anything,
        summary: anything,
      },
      { requiredKeys: [] },
    );
    const document = fc.record(
      {
        openapi: fc.constantFrom("3.1.0", "3.0.0"),
        info: anything,
        servers: anything,
        tags: anything,
        components: anything,
        security: anything,
        paths: fc.dictionary(
          fc.string(),
          fc.oneof(anything, fc.record({ get: operation, post: operation, parameters: anything })),
        ),
      },
      { requiredKeys: ["openapi", "paths"] },
    );
    fc.assert(
      fc.property(document, (value) => {
        const { problems } = analyzeOpenapiDocument(JSON.stringify(value));
        expect(problems.filter(({ code }) => code === "unreadable")).toEqual([]);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  test("names the host that the credential of an operation goes to", () => {
    const document = createDocument(
      {},
      {
        paths: {
          "/a": { get: { security: [{ key: [] }] } },
          "/b": { get: { security: [{ key: [] }], servers: [{ url: "https://b.example.com" }] } },
          "/c": { get: {} },
        },
        components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
      },
    );
    const { operations } = analyzeOpenapiDocument(JSON.stringify(document));
    expect(operations.map(({ credentialHost }) => credentialHost)).toEqual([
      "pets.example.com",
      "b.example.com",
      undefined,
    ]);
  });
});
