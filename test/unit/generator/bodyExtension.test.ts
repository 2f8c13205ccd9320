import { Validator } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import { compareSurfaces } from "../../../src/surface/compareSurfaces.ts";
import {
  createDocument,
  generateFromDocument,
  generateTool,
  readInputProperties,
} from "../../support/documents/generateFromDocument.ts";

const text = { type: "string" };
const owner = { type: "object", required: ["id"], properties: { id: text, name: text, tenant: text } };
const pet = {
  type: "object",
  required: ["name", "kind"],
  properties: {
    name: text,
    kind: { type: "string", default: "cat" },
    debug: { type: "boolean" },
    owner: { $ref: "#/components/schemas/Owner" },
    tags: { type: "array", items: { type: "object", properties: { id: text } } },
    "a.b/c": text,
  },
};

/** A document whose only operation has this body and these fields in its `x-mcp.body`. */
const create = (fields: object, schema: object = pet, more: object = {}, type = "application/json") =>
  createDocument(
    {
      operationId: "addPet",
      requestBody: { required: true, content: { [type]: { schema, ...more } } },
      "x-mcp": { body: fields },
    },
    { components: { schemas: { Owner: owner } } },
    { path: "/pets", method: "post" },
  );

/** An object whose field \`in\` has one schema composed of many. */
const createNested = (count: number, schema: object) => ({
  type: "object",
  properties: { in: { type: "object", allOf: Array.from({ length: count }, () => schema) } },
});

const readBody = (document: object) => Object(readInputProperties(generateTool(document)).body);
const readFields = (document: object) => generateTool(document).request.body?.fields;
const findProblems = (document: object) =>
  generateFromDocument(document).problems.map(({ code, pointer }) => `${code} ${pointer}`);
const at = "/paths/~1pets/post/x-mcp/body";

describe("x-mcp.body", () => {
  test("fixes a field: it leaves the schema and is in every request", () => {
    const document = create({ name: { value: "Tom" } });
    expect(readBody(document)).toMatchObject({ required: ["kind"] });
    expect(Object.keys(readBody(document).properties)).toEqual(["kind", "debug", "owner", "tags", "a.b/c"]);
    expect(readFields(document)).toEqual([{ path: ["name"], value: "Tom" }]);
    expect(findProblems(document)).toEqual([]);
  });

  test.each([
    ["of too many schemas", { type: "object", allOf: Array.from({ length: 300 }, () => pet) }],
    ["of objects with too many schemas", createNested(32, createNested(32, createNested(1, pet)))],
  ])("reports a field of a body %s, because it is not changed in all of them", (_, schema) => {
    const key = "allOf" in schema ? "debug" : "in.in.in.debug";
    expect(findProblems(create({ [key]: { hidden: true } }, schema))).toEqual([
      `extension_field_unchanged ${at}/${key}`,
    ]);
  });

  test("hides a field that is optional or has a default, but no other", () => {
    expect(readFields(create({ debug: { hidden: true } }))).toEqual([{ path: ["debug"] }]);
    expect(readFields(create({ kind: { hidden: true } }))).toEqual([{ path: ["kind"], value: "cat" }]);
    const required = create({ name: { hidden: true } });
    expect(findProblems(required)).toEqual([`extension_hidden_required ${at}/name/hidden`]);
    expect(readBody(required).properties).toHaveProperty("name");
    expect(readFields(required)).toBeUndefined();
  });

  test.each(["owner.tenant", "/owner/tenant"])(
    "fixes the field %s of an object, which callers must then complete",
    (key) => {
      const document = create({ [key]: { value: "t1" } });
      const body = readBody(document);
      expect(Object.keys(body.properties.owner.properties)).toEqual(["id", "name"]);
      expect(body.required).toEqual(["name", "kind", "owner"]);
      expect(readFields(document)).toEqual([{ path: ["owner", "tenant"], value: "t1" }]);
    },
  );

  test("leaves an object optional whose field is only hidden, or that nothing else completes", () => {
    expect(readBody(create({ "owner.tenant": { hidden: true } })).required).toEqual(["name", "kind"]);
    expect(readBody(create({ "owner.id": { value: "1" } })).required).toEqual(["name", "kind"]);
  });

  test("omits an object, and the body, whose fields are all taken", () => {
    const fields = { "owner.id": { value: "1" }, "owner.name": { hidden: true }, "owner.tenant": { value: "t" } };
    expect(readBody(create(fields)).properties).not.toHaveProperty("owner");
    const tool = generateTool(
      create(
        { "owner.id": { value: "1" } },
        { type: "object", properties: { owner: { type: "object", properties: { id: text } } } },
      ),
    );
    expect(tool.inputSchema).toEqual({ type: "object", properties: {}, additionalProperties: false });
    expect(tool.request.body).toMatchObject({ property: "body", fields: [{ path: ["owner", "id"], value: "1" }] });
  });

  test("describes a field and keeps it", () => {
    const document = create({ "owner.name": { description: "Of the person." } });
    expect(readBody(document).properties.owner.properties.name).toEqual({ ...text, description: "Of the person." });
    expect(readFields(document)).toBeUndefined();
  });

  test("takes a field from everything that the body is composed of, and from its examples", () => {
    const schema = {
      allOf: [{ $ref: "#/components/schemas/Owner" }, { required: ["tenant"] }],
      anyOf: [
        { type: "object", properties: { tenant: text, one: text } },
        { type: "object", properties: { two: text } },
      ],
    };
    const example = { id: "1", tenant: "t", extra: { tenant: "stays" } };
    const body = readBody(create({ tenant: { value: "t" } }, schema, { example }));
    expect(JSON.stringify({ ...body, examples: [] })).not.toContain("tenant");
    expect(body.examples ?? []).not.toContainEqual(example);
  });

  test("ends in schemas that contain themselves, which stay as they are elsewhere", () => {
    const node = { type: "object", properties: { secret: text, next: { $ref: "#/components/schemas/Node" } } };
    const document = createDocument(
      {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Node" } } } },
        "x-mcp": { body: { secret: { hidden: true }, "next.next.secret": { value: "x" } } },
      },
      { components: { schemas: { Node: node } } },
      { method: "put" },
    );
    const { inputSchema } = generateTool(document);
    const validator = new Validator({ ...inputSchema }, "2020-12");
    expect(
      validator.validate({ id: "1", body: { next: { secret: "a", next: { next: { secret: "b" } } } } }).valid,
    ).toBe(true);
    const body = Object(inputSchema.properties).body;
    expect(Object.keys(body.properties)).toEqual(["next"]);
    expect(Object.keys(body.properties.next.properties)).toEqual(["secret", "next"]);
    expect(Object.keys(body.properties.next.properties.next.properties)).toEqual(["next"]);
  });

  test("reads names with dots and slashes as a JSON Pointer, and the fields of a form", () => {
    expect(readFields(create({ "/a.b~1c": { hidden: true } }))).toEqual([{ path: ["a.b/c"] }]);
    const form = create({ name: { value: "Tom" } }, pet, {}, "application/x-www-form-urlencoded");
    expect(readFields(form)).toEqual([{ path: ["name"], value: "Tom" }]);
  });

  test("says at its place that a field is in a list, or that there is none", () => {
    expect(
      findProblems(create({ "tags.id": { value: 1 }, nmae: { hidden: true }, "owner.x": { hidden: true } })),
    ).toEqual([
      `extension_field_in_list ${at}/tags.id`,
      `extension_no_field ${at}/nmae`,
      `extension_no_field ${at}/owner.x`,
    ]);
    const without = createDocument({ "x-mcp": { body: { name: { value: 1 } } } }, {}, { path: "/pets" });
    expect(findProblems(without)).toEqual(["extension_no_field /paths/~1pets/get/x-mcp/body/name"]);
    expect(findProblems(create({ name: { vlaue: 1 } }))).toEqual([`extension_invalid ${at}/name/vlaue`]);
  });

  test("is judged for callers: a field that is gone, and an object that is needed now", () => {
    const before = generateTool(create({}, { ...pet, additionalProperties: false }));
    const after = generateTool(
      create({ "owner.tenant": { value: "t" }, debug: { hidden: true } }, { ...pet, additionalProperties: false }),
    );
    expect(
      compareSurfaces([before], [after]).map(({ severity, kind, pointer }) => `${severity} ${kind} ${pointer}`),
    ).toEqual([
      "breaking required /inputSchema/properties/body/properties/owner",
      "breaking propertyRemoved /inputSchema/properties/body/properties/debug",
      "risky propertyRemoved /inputSchema/properties/body/properties/owner/properties/tenant",
    ]);
  });
});
