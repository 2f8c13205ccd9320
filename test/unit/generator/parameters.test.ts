import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromDocument,
  generateFromValidDocument,
  generateTool,
  readInputProperties,
  readProblemCodes,
} from "../../support/documents/generateFromDocument.ts";

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };

describe("parameters of an operation", () => {
  test("become properties of the tool's input, with their schema and description", () => {
    const limit = { name: "limit", in: "query", description: "How many.", schema: { type: "integer", maximum: 100 } };
    const tool = generateTool(createDocument({ parameters: [id, limit] }));
    expect(readInputProperties(tool)).toEqual({
      id: { type: "string" },
      limit: { type: "integer", maximum: 100, description: "How many." },
    });
    expect(tool.inputSchema).toMatchObject({ type: "object", required: ["id"], additionalProperties: false });
  });

  test("say beside their description that a long integer may be text", () => {
    const petId = {
      name: "id",
      in: "path",
      required: true,
      description: "The pet.",
      schema: { type: "integer", format: "int64" },
    };
    expect(readInputProperties(generateTool(createDocument({ parameters: [petId] }))).id).toMatchObject({
      type: ["integer", "string"],
      description: "The pet.\nBeyond 2^53, write it as text.",
    });
  });

  test("keep their style and explode, or get the defaults of their location", () => {
    const parameters = [
      id,
      { name: "a", in: "query", schema: {} },
      { name: "b", in: "query", schema: {}, style: "deepObject" },
      { name: "c", in: "query", schema: {}, style: "spaceDelimited", allowReserved: true },
      { name: "d", in: "header", schema: {} },
      { name: "e", in: "cookie", schema: {} },
      { name: "f", in: "query", schema: {}, style: "matrix", explode: false },
    ];
    expect(generateTool(createDocument({ parameters })).request.parameters).toEqual([
      { name: "id", in: "path", property: "id", style: "simple", explode: false },
      { name: "a", in: "query", property: "a", style: "form", explode: true },
      { name: "b", in: "query", property: "b", style: "deepObject", explode: false },
      { name: "c", in: "query", property: "c", style: "spaceDelimited", explode: false, allowReserved: true },
      { name: "d", in: "header", property: "d", style: "simple", explode: false },
      { name: "e", in: "cookie", property: "e", style: "form", explode: true },
      { name: "f", in: "query", property: "f", style: "form", explode: false },
    ]);
  });

  test("with `content` are serialized as that media type", () => {
    const content = { "application/json": { schema: { type: "object", properties: { a: { type: "string" } } } } };
    const tool = generateTool(createDocument({ parameters: [id, { name: "filter", in: "query", content }] }));
    expect(tool.request.parameters[1]).toMatchObject({ name: "filter", content: "application/json" });
    expect(readInputProperties(tool).filter).toEqual({ type: "object", properties: { a: { type: "string" } } });
  });

  test("of the path apply to its operations unless these declare the same parameter", () => {
    const operation = { parameters: [{ ...id, description: "the operation's" }], responses: {} };
    const item = {
      parameters: [
        { ...id, description: "the path's" },
        { name: "q", in: "query", schema: { type: "string" } },
      ],
      get: operation,
    };
    const tool = generateTool(createDocument({}, { paths: { "/pets/{id}": item } }));
    expect(readInputProperties(tool)).toEqual({
      id: { type: "string", description: "the operation's" },
      q: { type: "string" },
    });
  });

  test("of one name in several locations get separate properties, and the body keeps its own", () => {
    const parameters = [
      id,
      { name: "id", in: "query", schema: {} },
      { name: "id", in: "header", schema: {} },
      { name: "body", in: "query", schema: {} },
    ];
    const requestBody = { content: { "application/json": { schema: { type: "object" } } } };
    const tool = generateTool(createDocument({ parameters, requestBody }, {}, { method: "post" }));
    expect(tool.request.parameters.map(({ property }) => property)).toEqual([
      "id",
      "id_query",
      "id_header",
      "body_query",
    ]);
    expect(tool.request.body?.property).toBe("body");
  });

  test("get a property name that all model APIs accept", () => {
    const parameters = [
      id,
      { name: "filter[name]", in: "query", schema: {} },
      { name: "größe", in: "query", schema: {} },
      { name: "x".repeat(90), in: "query", schema: {} },
    ];
    const names = generateTool(createDocument({ parameters })).request.parameters.map(({ property }) => property);
    expect(names).toEqual(["id", "filter_name", "grosse", "x".repeat(64)]);
  });

  test("say what they are sent as where their property has another name", () => {
    const parameters = [
      { name: "Date<", in: "query", description: "Before it." },
      { name: "Date>", in: "query" },
      { name: "Date", in: "query" },
    ];
    const properties = readInputProperties(generateTool(createDocument({ parameters }, {}, { path: "/pets" })));
    expect(properties).toEqual({
      Date_lt: { type: "string", description: 'Before it.\nSent as "Date<" in the query.' },
      Date_gt: { type: "string", description: 'Sent as "Date>" in the query.' },
      Date: { type: "string" },
    });
  });

  test("get a number within the limit if their short names are the same", () => {
    const parameters = ["a", "b", "c"].map((end) => ({ name: `${"x".repeat(70)}${end}`, in: "query", schema: {} }));
    const names = generateTool(createDocument({ parameters })).request.parameters.map(({ property }) => property);
    expect(names).toEqual(["id", "x".repeat(64), `${"x".repeat(58)}_query`, `${"x".repeat(58)}_que_2`]);
  });

  test("are found through chains of local references", () => {
    const components = {
      parameters: {
        A: { $ref: "#/components/parameters/B~1C" },
        "B/C": { name: "q", in: "query", schema: { type: "string" } },
      },
    };
    expect(
      readInputProperties(
        generateTool(createDocument({ parameters: [id, { $ref: "#/components/parameters/A" }] }, { components })),
      ),
    ).toHaveProperty("q");
  });

  test("take any value for the schema `true` and none for `false`, wherever they are", () => {
    const places = ["query", "header", "cookie", "path"];
    const declare = (end: string, schema: unknown) =>
      places.map((place) => ({ name: `${place}${end}`, in: place, schema }));
    const content = { name: "content", in: "query", content: { "application/json": { schema: true } } };
    const parameters = [...declare("Any", true), ...declare("None", false), content];
    const input = readInputProperties(
      generateTool(createDocument({ parameters }, {}, { path: "/{pathAny}/{pathNone}" })),
    );
    for (const place of places) expect([input[`${place}Any`], input[`${place}None`]]).toEqual([{}, { not: {} }]);
    expect(input.content).toEqual({});
  });

  test("of the path that are not declared become strings, with a warning", () => {
    const result = generateFromValidDocument(createDocument({}));
    expect(readInputProperties(result.definition.tools[0] ?? generateTool({}))).toEqual({ id: { type: "string" } });
    expect(result.problems).toMatchObject([
      {
        severity: "warning",
        code: "undeclared_path_parameter",
        message: expect.stringContaining('"id"'),
        pointer: "/paths/~1pets~1{id}/get",
      },
    ]);
  });

  test("that the path does not contain are omitted, with a warning", () => {
    const result = generateFromValidDocument(
      createDocument({ parameters: [{ ...id, name: "other" }] }, {}, { path: "/pets" }),
    );
    expect(result.definition.tools[0]?.request.parameters).toEqual([]);
    expect(readProblemCodes(result)).toEqual(["unused_path_parameter"]);
  });

  test("named Accept or Content-Type are omitted; the default of Accept becomes the preferred type", () => {
    const parameters = [
      id,
      { name: "Accept", in: "header", schema: { type: "string", default: "application/vnd.pets+json" } },
      { name: "content-type", in: "header", required: true, schema: { type: "string" } },
    ];
    const responses = { 200: { description: "", content: { "application/json": {} } } };
    const tool = generateTool(createDocument({ parameters, responses }));
    expect(tool.request.parameters).toHaveLength(1);
    expect(tool.request.accept).toEqual(["application/vnd.pets+json", "application/json"]);
  });

  test("with a missing reference make an operation unusable, and the warning names it", () => {
    const result = generateFromDocument(createDocument({ parameters: [{ $ref: "#/components/parameters/none" }] }));
    expect(result).toMatchObject({ ok: false });
    expect(readProblemCodes(result)).toEqual(["no_usable_operations", "operation_left_out"]);
    expect(result.problems[1]?.message).toContain("GET /pets/{id} is left out");
    expect(result.problems[1]?.pointer).toBe("/paths/~1pets~1{id}/get/parameters/0/$ref");
  });

  test("named Accept with listed values are required", () => {
    const accept = { name: "accept", in: "header", schema: { type: "string", enum: ["application/json", "text/csv"] } };
    const tool = generateTool(createDocument({ parameters: [id, accept] }));
    expect(tool.inputSchema).toMatchObject({
      properties: { accept: { enum: ["application/json", "text/csv"] } },
      required: ["id", "accept"],
    });
  });

  test("of the path that are lists or objects must not be empty", () => {
    const parameters = [{ ...id, schema: { type: "object" } }];
    expect(readInputProperties(generateTool(createDocument({ parameters }))).id).toEqual({
      type: "object",
      minProperties: 1,
    });
  });
});
