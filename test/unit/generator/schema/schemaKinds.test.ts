import { describe, expect, test } from "vitest";
import { createChecks } from "../../../../src/runtime/schema/validation.ts";
import {
  createDocument,
  generateFromValidDocument,
  generateTool,
  readProblemCodes,
} from "../../../support/documents/generateFromDocument.ts";

type Schema = Readonly<Record<string, unknown>>;

const shape = {
  type: "object",
  required: ["form"],
  properties: { form: { type: "string" }, colour: { type: "string" } },
};
const disc = { type: "object", required: ["radius"], properties: { radius: { type: "number" } } };
const box = { type: "object", properties: { width: { type: "number" }, next: { $ref: "#/schemas/Shape" } } };
const extend = (parent: string, own: Schema) => ({ allOf: [{ $ref: `#/schemas/${parent}` }, own] });
const children = { Disc: extend("Shape", disc), Box: extend("Shape", box) };
const mapping = { disc: "#/schemas/Disc", box: "Box" };
const named = { oneOf: [{ $ref: "#/schemas/Disc" }, { $ref: "#/schemas/Box" }] };
const stated = (value: string) => ({ form: { enum: [value] } });

/** The schemas of each form in which documents name the kinds of a shape, which are `disc` and `box`. */
const forms: Readonly<Record<string, Schema>> = {
  "a mapping": { Shape: { ...shape, discriminator: { propertyName: "form", mapping } }, ...children },
  "names of schemas": {
    Shape: { ...shape, discriminator: { propertyName: "form" } },
    disc: extend("Shape", disc),
    box: extend("Shape", box),
  },
  "values that the kinds state": {
    Shape: { ...shape, discriminator: { propertyName: "form" } },
    Disc: extend("Shape", { ...disc, properties: { ...disc.properties, ...stated("disc") } }),
    Box: extend("Shape", { ...box, properties: { ...box.properties, ...stated("box") } }),
  },
  "`oneOf` beside a mapping": {
    Shape: { ...shape, ...named, discriminator: { propertyName: "form", mapping } },
    ...children,
  },
  "a parent between": {
    Shape: { ...shape, discriminator: { propertyName: "form", mapping } },
    Round: extend("Shape", { type: "object", properties: { smooth: { type: "boolean" } } }),
    Disc: extend("Round", disc),
    Box: extend("Shape", box),
  },
  "a mapping of the parent between": {
    Shape: { ...shape, discriminator: { propertyName: "form", mapping: { box: "Box" } } },
    Round: { ...extend("Shape", {}), discriminator: { propertyName: "form", mapping: { disc: "Disc" } } },
    Disc: extend("Round", disc),
    Box: extend("Shape", box),
  },
  "a name for the parent": {
    Shape: { ...shape, discriminator: { propertyName: "form", mapping } },
    Alias: { $ref: "#/schemas/Shape" },
    Disc: { allOf: [{ allOf: [{ $ref: "#/schemas/Alias" }] }, disc] },
    Box: extend("Shape", box),
  },
  "kinds that repeat the parent": {
    Shape: { ...shape, discriminator: { propertyName: "form", mapping } },
    Disc: { ...disc, required: ["form", "radius"], properties: { ...shape.properties, ...disc.properties } },
    Box: { ...box, required: ["form"], properties: { ...shape.properties, ...box.properties } },
  },
  "the name of a property alone, as in 2.0": {
    Shape: { ...shape, discriminator: "form" },
    Disc: { ...extend("Shape", disc), "x-ms-discriminator-value": "disc" },
    box: extend("Shape", box),
  },
};

type Fill = (value: unknown) => unknown;
const reference = { $ref: "#/schemas/Shape" };
const itself: Fill = (value) => value;
/** A schema around another one, and a value around one of the other. */
const places: Readonly<Record<string, readonly [wrap: (schema: Schema) => Schema, fill: Fill]>> = {
  "the value itself": [(schema) => schema, itself],
  "a property": [(it) => ({ type: "object", properties: { it } }), (it) => ({ it })],
  "the items of a list": [(items) => ({ type: "array", items }), (value) => [value]],
  "the values of a map": [(it) => ({ type: "object", additionalProperties: it }), (any) => ({ any })],
  "an `allOf` that adds a description": [(schema) => ({ allOf: [schema], description: "The shape." }), itself],
  "a property of a kind": [(schema) => schema, (next) => ({ form: "box", next })],
};

function createShapesDocument(schemas: Schema, { body, answer }: { body?: Schema; answer?: Schema }, isOld = false) {
  const at = isOld ? "#/definitions/" : "#/components/schemas/";
  const content = (schema: Schema) => (isOld ? { schema } : { content: { "application/json": { schema } } });
  const operation = {
    ...(body && (isOld ? { parameters: [{ in: "body", name: "b", schema: body }] } : { requestBody: content(body) })),
    responses: { 200: { description: "ok", ...(answer && content(answer)) } },
  };
  const version = isOld ? { openapi: undefined, swagger: "2.0", host: "a.example.com" } : {};
  const container = isOld ? { definitions: schemas } : { components: { schemas } };
  const document = createDocument(operation, { ...version, ...container }, { path: "/shapes", method: "post" });
  return JSON.stringify(document).replaceAll("#/schemas/", at);
}

const checks = createChecks((reason) => {
  throw new Error(reason);
});

/** What is wrong with a value at a place of the body. */
function createBodyCheck(schemas: Schema, place: string, isOld = false) {
  const [wrap, fill] = places[place] ?? [(schema: Schema) => schema, itself];
  const tool = generateTool(createShapesDocument(schemas, { body: wrap(reference) }, isOld));
  const check = checks.of(tool.inputSchema);
  return (value: unknown) => check?.({ body: fill(value) }) ?? ["no check"];
}

describe("a schema that names its kinds", () => {
  describe.each(Object.entries(forms))("by %s", (form, schemas) => {
    test.each(Object.keys(places))("takes each of them and requires what it requires, in %s", (place) => {
      const check = createBodyCheck(schemas, place, form.endsWith("2.0"));
      expect(check({ form: "disc", radius: 1, colour: "red" })).toEqual([]);
      expect(check({ form: "box", width: 2 })).toEqual([]);
      expect(check({ form: "disc" }).join()).toContain("radius");
      expect(check({ form: "box", width: "wide" })).not.toEqual([]);
      expect(check({ width: 2 }).join()).toContain("form");
    });

    test.each([reference, { type: "array", items: reference }])(
      "describes the answer %j with the properties of all",
      (answer) => {
        const { outputSchema } = generateTool(createShapesDocument(schemas, { answer }, form.endsWith("2.0")));
        const text = JSON.stringify(outputSchema);
        for (const name of ["form", "colour", "radius", "width"]) expect(text).toContain(`"${name}"`);
        const body = { form: "disc", radius: 1 };
        expect(checks.of(outputSchema ?? {})?.({ status: 200, body: "items" in answer ? [body] : body })).toEqual([]);
      },
    );
  });

  test("takes a kind that the document does not describe only where it does not list all", () => {
    const unknown = { form: "star", points: 5 };
    const checkUnknown = (form: string) => createBodyCheck(forms[form] ?? {}, "a property")(unknown);
    expect(checkUnknown("names of schemas")).toEqual([]);
    expect(checkUnknown("a mapping")).not.toEqual([]);
  });

  test("takes kinds of a kind by another property", () => {
    const schemas = {
      Shape: { ...shape, discriminator: { propertyName: "form", mapping: { round: "Round", box: "Box" } } },
      Round: {
        ...extend("Shape", { type: "object", required: ["kind"], properties: { kind: { type: "string" } } }),
        discriminator: { propertyName: "kind", mapping: { disc: "Disc" } },
      },
      Disc: extend("Round", disc),
      Box: extend("Shape", box),
    };
    const check = createBodyCheck(schemas, "the value itself");
    expect(check({ form: "round", kind: "disc", radius: 1 })).toEqual([]);
    expect(check({ form: "box", width: 1 })).toEqual([]);
    expect(check({ form: "round", kind: "disc" })).not.toEqual([]);
  });

  test("has the files of its kinds, and no empty body where only the parent's properties are read-only", () => {
    const picture = { type: "object", properties: { bytes: { type: "string", format: "binary" } } };
    const readOnly = { type: "object", properties: { form: { type: "string", readOnly: true } } };
    const schemas = { Shape: { ...readOnly, discriminator: { propertyName: "form" } }, disc: extend("Shape", picture) };
    const document = createShapesDocument(schemas, { body: reference }).replace(
      "application/json",
      "multipart/form-data",
    );
    const result = generateFromValidDocument(document);
    expect(result.problems).toEqual([]);
    expect(result.definition.tools[0]?.request.body?.binary).toEqual(["bytes"]);
  });

  test("may be null where the schema says so, and has each value that means a kind", () => {
    const schemas = {
      Shape: {
        ...shape,
        nullable: true,
        discriminator: { propertyName: "form", mapping: { disc: "Disc", ring: "Disc" } },
      },
      Disc: extend("Shape", disc),
    };
    const check = createBodyCheck(schemas, "the value itself");
    expect(check(null)).toEqual([]);
    expect(check({ form: "ring" }).join()).toContain("radius");
  });
});

const part = (name: string) => ({ $ref: `#/schemas/${name}` });
const property = (name: string) => ({ type: "object", properties: { [name]: { type: "string" } } });

/** Schemas whose `First` leads back to itself without a property in between. */
const circles: Readonly<Record<string, Schema>> = {
  "two that extend each other": {
    First: { allOf: [part("Second"), property("name")] },
    Second: { allOf: [part("First"), property("size")] },
  },
  "one that extends itself": { First: { allOf: [part("First"), property("name")] } },
  "an alternative": {
    First: { anyOf: [part("Second"), property("name")] },
    Second: { oneOf: [part("First"), property("size")] },
  },
  "a condition": {
    First: { ...property("name"), if: part("Second") },
    Second: part("Third"),
    Third: { allOf: [part("First")] },
  },
  "a schema with a discriminator": {
    First: { allOf: [part("Second"), property("name")], discriminator: { propertyName: "name" } },
    Second: { allOf: [part("First"), property("size")] },
  },
};

describe.each(Object.entries(circles))("schemas in a circle: %s", (_, schemas) => {
  test.each(Object.entries(places))("are a problem at its place, and calls work: %s", (_place, [wrap, fill]) => {
    const result = generateFromValidDocument(
      createShapesDocument(schemas, { body: wrap(part("First")), answer: part("First") }),
    );
    const [tool] = result.definition.tools;
    expect(checks.of(tool?.inputSchema ?? {})?.({ body: fill({ name: "a", size: "b" }) })).toEqual([]);
    expect(new Set(readProblemCodes(result))).toEqual(new Set(["endless_reference"]));
    expect(result.problems[0]?.pointer).toMatch(/^\/components\/schemas\/(First|Second|Third)\//);
  });
});
