import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromDocument,
  generateFromValidDocument,
  generateTool,
  readInputProperties,
} from "../../support/documents/generateFromDocument.ts";

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const limit = { name: "limit", in: "query", schema: { type: "integer", maximum: 100 } };
const tenant = { name: "X-Tenant", in: "header", required: true, schema: { type: "string" } };

const create = (extension: object, parameters: readonly object[] = [id, limit, tenant]) =>
  createDocument({ operationId: "getPet", summary: "Get a pet", parameters, "x-mcp": extension });

function findProblems(document: object) {
  return generateFromDocument(document).problems.map(({ code, pointer }) => `${code} ${pointer}`);
}

const at = "/paths/~1pets~1{id}/get/x-mcp";

describe("x-mcp of an operation", () => {
  test("replaces the texts and the hints of the tool", () => {
    const tool = generateTool(
      create({
        name: "find-pet",
        title: "Find a pet",
        description: "Finds one pet.\u202e",
        annotations: { openWorldHint: false, idempotentHint: false },
      }),
    );
    expect(tool).toMatchObject({
      name: "find-pet",
      title: "Find a pet",
      description: "Finds one pet.<U+202E>",
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    });
  });

  test("leaves a tool without it as it is", () => {
    const { parameters, ...tool } = generateTool(create({})).request;
    expect(generateTool(create({}))).not.toHaveProperty("response");
    expect(generateTool(create({}))).not.toHaveProperty("pinned");
    expect(parameters.flatMap((one) => Object.keys(one))).not.toContain("fixed");
    expect(tool).toMatchObject({ method: "GET" });
  });

  test("names a tool before operation ids do", () => {
    const paths = {
      "/a": { get: { operationId: "list" } },
      "/b": { get: { operationId: "other", "x-mcp": { name: "list" } } },
    };
    const { definition, problems } = generateFromValidDocument(createDocument({}, { paths }));
    expect(definition.tools.map(({ name, request }) => [request.path, name])).toEqual([
      ["/a", "list_2"],
      ["/b", "list"],
    ]);
    expect(problems).toEqual([]);
  });

  test("that gives two tools one name is a problem at the second", () => {
    const same = { "x-mcp": { name: "same" } };
    const document = createDocument({}, { paths: { "/a": { get: same }, "/b": { get: same } } });
    expect(generateFromValidDocument(document).definition.tools.map(({ name }) => name)).toEqual(["same", "same_2"]);
    expect(findProblems(document)).toEqual(["duplicate_tool_name /paths/~1b/get/x-mcp/name"]);
  });

  test("that is not enabled is no tool, and the others keep their names", () => {
    const paths = {
      "/a": { get: { operationId: "list", "x-mcp": { enabled: false } }, post: { operationId: "List" } },
    };
    const { definition } = generateFromValidDocument(createDocument({}, { paths }));
    expect(definition.tools.map(({ name }) => name)).toEqual(["List_2"]);
  });

  test("of a document with no enabled operation is an error", () => {
    expect(generateFromDocument(create({ enabled: false }))).toMatchObject({
      ok: false,
      problems: [{ code: "no_usable_operations" }],
    });
  });

  test("puts a tool into a file of its group", () => {
    const { files, definition } = generateFromValidDocument(create({ group: "House Pets" }));
    expect(files.map(({ path }) => path)).toContain("tools/house-pets.mjs");
    expect(definition.tools.map(({ group }) => group)).toEqual(["House Pets"]);
  });

  test("pins a tool, and limits and trims its answers", () => {
    expect(generateTool(create({ pinned: true, fields: { keep: ["$.id"] }, maxAnswer: 5000 }))).toMatchObject({
      pinned: true,
      response: { fields: { keep: ["$.id"] }, maxCharacters: 5000 },
    });
  });

  test("fixes a parameter: it leaves the input and is in every request", () => {
    const tool = generateTool(create({ parameters: { "X-Tenant": { value: "t1" } } }));
    expect(Object.keys(readInputProperties(tool))).toEqual(["id", "limit"]);
    expect(tool.inputSchema.required).toEqual(["id"]);
    expect(tool.request.parameters.at(-1)).toMatchObject({ name: "X-Tenant", fixed: "t1" });
  });

  test("hides a parameter, which is not sent, and describes another", () => {
    const tool = generateTool(
      create({ parameters: { limit: { hidden: true }, id: { description: "The pet's number." } } }),
    );
    expect(readInputProperties(tool)).toEqual({
      id: { type: "string", description: "The pet's number." },
      "X-Tenant": { type: "string" },
    });
    expect(tool.request.parameters.map(({ name }) => name)).toEqual(["id", "X-Tenant"]);
  });

  test("hides a required parameter only with a value, or with the default of its schema", () => {
    const hidden = { parameters: { "X-Tenant": { hidden: true } } };
    expect(findProblems(create(hidden))).toEqual([`extension_hidden_required ${at}/parameters/X-Tenant/hidden`]);
    expect(Object.keys(readInputProperties(generateTool(create(hidden))))).toContain("X-Tenant");
    const withDefault = { ...tenant, schema: { type: "string", default: "t0" } };
    expect(generateTool(create(hidden, [id, withDefault])).request.parameters.at(-1)).toMatchObject({ fixed: "t0" });
  });

  test("sets the page size that a request asks for by default", () => {
    const tool = generateTool(create({ pageSize: 20 }));
    expect(readInputProperties(tool).limit).toEqual({ type: "integer", maximum: 100, default: 20 });
    expect(tool.request.parameters[1]).toMatchObject({ name: "limit", default: 20 });
    expect(findProblems(create({ pageSize: 20 }, [id]))).toEqual([`extension_no_page_size ${at}/pageSize`]);
  });

  test("names each field that has no effect, and the others have one", () => {
    const document = create({
      nmae: "typo",
      name: "two words",
      title: "Kept",
      annotations: { readOnly: true, destructiveHint: true },
      fields: { keep: ["items["], drop: ["$.url"] },
      parameters: { page: { hidden: true }, limit: { vlaue: 3 } },
    });
    expect(findProblems(document).sort()).toEqual([
      `extension_invalid ${at}/annotations/readOnly`,
      `extension_invalid ${at}/fields/keep/0`,
      `extension_invalid ${at}/name`,
      `extension_invalid ${at}/nmae`,
      `extension_invalid ${at}/parameters/limit/vlaue`,
      `extension_no_parameter ${at}/parameters/page`,
    ]);
    expect(generateTool(document)).toMatchObject({
      name: "getPet",
      title: "Kept",
      annotations: { destructiveHint: true },
      response: { fields: { drop: ["$.url"] } },
    });
  });

  test("that is no object is a problem", () => {
    expect(findProblems(createDocument({ parameters: [id], "x-mcp": "hidden" }))).toEqual([`extension_invalid ${at}`]);
  });
});

describe("x-mcp of a parameter", () => {
  test("holds for all operations that refer to it, and an operation may differ", () => {
    const parameters = [{ $ref: "#/components/parameters/account" }];
    const paths = {
      "/a": { get: { parameters } },
      "/b": { get: { parameters, "x-mcp": { parameters: { account: { value: "b" } } } } },
    };
    const account = { name: "account", in: "query", schema: { type: "string" }, "x-mcp": { value: "a" } };
    const document = createDocument({}, { paths, components: { parameters: { account } } });
    const { tools } = generateFromValidDocument(document).definition;
    expect(tools.map(({ request }) => request.parameters.map(({ fixed }) => fixed))).toEqual([["a"], ["b"]]);
  });

  test("has no fields but its own", () => {
    const parameter = { ...limit, "x-mcp": { name: "count" } };
    expect(findProblems(create({}, [id, parameter]))).toEqual([
      "extension_invalid /paths/~1pets~1{id}/get/parameters/1/x-mcp/name",
    ]);
  });
});
