import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromValidDocument,
  generateInputProperty,
  generateTool,
  readInputProperties,
} from "../../support/documents/generateFromDocument.ts";

const withSchemas = (schema: unknown, schemas: object, version = "3.0.3") => {
  const requestBody = { content: { "application/json": { schema } } };
  return {
    ...createDocument({ requestBody }, { components: { schemas } }, { path: "/pets", method: "post" }),
    openapi: version,
  };
};
const bodyOf = (schema: unknown, schemas: object = {}, version = "3.0.3") => {
  const { inputSchema, ...tool } = generateTool(withSchemas(schema, schemas, version));
  return { body: readInputProperties({ ...tool, inputSchema }).body, $defs: inputSchema.$defs };
};

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const long = { type: ["integer", "string"], pattern: "^-?(0|[1-9]\\d*)$" };
const beyond = "Beyond 2^53, write it as text.";
const oldBounds = { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false };
const unusable = { pattern: "(?<=", maxLength: -1, minLength: "2", required: true, enum: [] };
const described = { allOf: [{ type: "string" }], nullable: true, description: "d" };

describe("a schema of an input", () => {
  const text = { type: "string" };
  const nullable = { type: ["string", "null"] };
  const int64 = { type: "integer", format: "int64" };
  test.each<[string, object, object, version?: string]>([
    ["may be null by `nullable`", { ...text, nullable: true }, nullable, "3.0.0"],
    [
      "may be null by `nullable`",
      { ...text, enum: ["a"], nullable: true },
      { ...nullable, enum: ["a", null] },
      "3.0.0",
    ],
    ["may be null by `nullable`", { enum: ["a"], nullable: true }, { enum: ["a", null] }, "3.0.0"],
    [
      "may be null by `nullable`",
      ...([{ ...text, enum: [null, "a"], nullable: true }, { ...nullable, enum: [null, "a"] }, "3.0.0"] as const),
    ],
    [
      "may be null by `nullable`",
      described,
      { description: "d", anyOf: [{ allOf: [text] }, { type: "null" }] },
      "3.0.0",
    ],
    ["may be null by `x-nullable`", { ...text, "x-nullable": true }, nullable, "3.0.0"],
    ["may be null by its types", nullable, nullable],
    [
      "has numbers as exclusive bounds",
      { type: "number", ...oldBounds },
      { type: "number", exclusiveMinimum: 1, maximum: 9 },
      "3.0.0",
    ],
    [
      "has numbers as exclusive bounds",
      { type: "number", exclusiveMaximum: 5 },
      { type: "number", exclusiveMaximum: 5 },
    ],
    [
      "omits invalid patterns and values",
      ...([
        { ...text, ...unusable },
        { ...text, minLength: 2, description: "Pattern: (?<=" },
      ] as const),
    ],
    ["omits unknown types", { type: "any" }, {}],
    ["knows a usual name of a type", { type: "int" }, { type: "integer" }],
    ["keeps a pattern", { ...text, pattern: "^\\d+$" }, { ...text, pattern: "^\\d+$" }],
    ["lets a long integer be text", int64, { ...long, format: "int64", description: beyond }],
    ["lets a long integer be text", { type: "long", minimum: 1 }, { ...long, minimum: 1, description: beyond }],
    [
      "lets a long integer be text",
      ...([
        { type: "integer", maximum: 2 ** 64 },
        { ...long, maximum: 2 ** 64, description: beyond },
      ] as const),
    ],
    [
      "lets a long integer be text",
      { ...int64, nullable: true },
      { ...long, type: [...long.type, "null"], format: "int64", description: beyond },
      "3.0.3",
    ],
    [
      "lets a long integer be text",
      { type: "array", items: int64 },
      { type: "array", items: { ...long, format: "int64" } },
    ],
    ["keeps a known format", { ...text, format: "date-time" }, { ...text, format: "date-time" }],
    [
      "has another format in its description",
      { ...text, format: "ulid", description: "Its id." },
      { ...text, description: "Its id.\nFormat: ulid." },
    ],
    ["shows one or two short examples", { ...text, example: "rex" }, { ...text, examples: ["rex"] }, "3.0.0"],
    ["shows one or two short examples", { ...text, examples: ["a", "b", "c"] }, { ...text, examples: ["a", "b"] }],
    ["shows one or two short examples", { ...text, example: "x".repeat(400) }, text, "3.0.0"],
    ["always has items for an array", { type: "array" }, { type: "array", items: {} }],
    ["reads old tuples", { type: "array", items: [text] }, { type: "array", prefixItems: [text] }],
    [
      "turns oneOf into anyOf, because alternatives overlap in real documents",
      ...([{ oneOf: [text, { type: "integer" }] }, { anyOf: [text, { type: "integer" }] }] as const),
    ],
  ])("%s: %j", (_, schema, expected, version) => {
    expect(generateInputProperty(schema, version)).toEqual(expected);
  });

  test.each([
    { type: "integer" },
    { ...int64, maximum: 100 },
    { ...int64, enum: [1, 2] },
    { ...text, format: "int64" },
    { type: ["integer", "string"], format: "int64" },
    { type: "number", format: "int64" },
  ])("keeps the type of %j", (schema) => {
    expect(generateInputProperty(schema)).toEqual(schema);
  });

  test.each([
    { type: "boolean", examples: [true] },
    { type: "string", enum: ["a", "b"], examples: ["a"] },
    { const: 1, examples: [1] },
    { type: "string", default: "a", examples: ["b"] },
    { type: "object", properties: { a: { type: "string" } }, examples: [{ a: "b" }] },
    { type: "array", items: { type: "object", properties: { a: { type: "string" } } }, examples: [[{ a: "b" }]] },
  ])("shows no example where the schema says enough: %j", (schema) => {
    const { examples: _, ...rest } = schema;
    expect(generateInputProperty(schema)).toEqual(rest);
  });

  test("shows an example of a parameter only if its schema does not say enough", () => {
    const generate = (schema: object) => {
      const parameter = { name: "a", in: "query", schema, example: "x" };
      return readInputProperties(generateTool(createDocument({ parameters: [parameter] }))).a;
    };
    expect(generate({ type: "string" })).toEqual({ type: "string", examples: ["x"] });
    expect(generate({ type: "string", default: "y" })).toEqual({ type: "string", default: "y" });
    expect(generate({ type: "string", enum: ["x"] })).toEqual({ type: "string", enum: ["x"] });
  });

  test("has no read-only properties, also where their own schema requires them", () => {
    const id = { type: "string", readOnly: true };
    const name = { type: "string" };
    const pet = { type: "object", properties: { id, name }, required: ["id", "name"] };
    const own = { type: "object", properties: { name }, required: ["name"] };
    expect(bodyOf(pet).body).toEqual(own);
    expect(bodyOf({ allOf: [{ $ref: "#/components/schemas/Pet" }] }, { Pet: pet }).body).toEqual({ allOf: [own] });
    expect(bodyOf({ allOf: [pet, { required: ["name"] }] }).body).toEqual({ allOf: [own, { required: ["name"] }] });
  });

  test("keeps a read-only property that another schema of the composition requires", () => {
    const resource = {
      type: "object",
      properties: { id: { type: "string", readOnly: true }, url: { readOnly: true } },
    };
    const schemas = { Resource: resource, Team: { allOf: [reference("Resource"), { required: ["id"] }] } };
    const team = { properties: { id: { type: "string" } }, allOf: [{ type: "object" }, { required: ["id"] }] };
    expect(bodyOf(reference("Team"), schemas).body).toEqual(team);
    expect(bodyOf({ allOf: [reference("Team"), { title: "The team" }] }, schemas).body).toEqual({
      allOf: [team, { title: "The team" }],
    });
  });

  test("keeps a property that one part declares as read-only and another as writable", () => {
    const type = { type: "string", enum: ["team"] };
    const body = { allOf: [{ properties: { type: { readOnly: true } } }, { properties: { type } }] };
    expect(bodyOf(body).body).toEqual({ allOf: [{ type: "object" }, { type: "object", properties: { type } }] });
  });

  test("keeps write-only properties", () => {
    expect(bodyOf({ type: "object", properties: { password: { type: "string", writeOnly: true } } }).body).toEqual({
      type: "object",
      properties: { password: { type: "string" } },
    });
  });

  test("contains its definitions: one that is used once is written inline", () => {
    const { body, $defs } = bodyOf(
      { $ref: "#/components/schemas/Pet" },
      { Pet: { type: "object", properties: { name: { type: "string" } } } },
    );
    expect(body).toEqual({ type: "object", properties: { name: { type: "string" } } });
    expect($defs).toBeUndefined();
  });

  test("refers to `$defs` for recursive definitions", () => {
    const node = {
      type: "object",
      properties: { next: { $ref: "#/components/schemas/Node" }, twin: { $ref: "#/components/schemas/Twin" } },
    };
    const twin = { type: "object", properties: { node: { $ref: "#/components/schemas/Node" } } };
    const { body, $defs } = bodyOf({ $ref: "#/components/schemas/Node" }, { Node: node, Twin: twin });
    expect(body).toEqual({ $ref: "#/$defs/Node" });
    expect(JSON.stringify($defs)).not.toContain("components");
    expect($defs).toHaveProperty("Node.properties.next", { $ref: "#/$defs/Node" });
  });

  test("keeps two definitions of one name apart", () => {
    const long = (word: string) => ({
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${word}${index}`, { type: "string" }])),
    });
    const pair = {
      properties: {
        a: { $ref: "#/components/schemas/X" },
        b: { $ref: "#/components/schemas/X" },
        c: { $ref: "#/x/X" },
        d: { $ref: "#/x/X" },
      },
    };
    const tool = generateTool({ ...withSchemas(pair, { X: long("one") }), x: { X: long("two") } });
    expect(Object.keys(Object(tool.inputSchema.$defs))).toEqual(["X", "X_2"]);
  });

  test("uses the description beside a reference, and constraints beside it since 3.1", () => {
    const schemas = { Name: { type: "string", description: "A name." } };
    const schema = {
      properties: { name: { $ref: "#/components/schemas/Name", description: "The pet's.", maxLength: 5 } },
    };
    expect(bodyOf(schema, schemas, "3.0.3").body).toEqual({
      type: "object",
      properties: { name: { type: "string", description: "The pet's." } },
    });
    expect(bodyOf(schema, schemas, "3.1.0").body).toMatchObject({
      properties: { name: { description: "The pet's.", allOf: [expect.anything(), { maxLength: 5 }] } },
    });
  });

  test("accepts any value for a missing reference and for one to the web, with a warning", () => {
    const result = generateFromValidDocument(
      withSchemas({ properties: { a: { $ref: "#/none" }, b: { $ref: "https://pets.example.com/other.yaml#/B" } } }, {}),
    );
    expect(result.problems.map(({ code, pointer }) => [code, pointer.split("/properties")[1]])).toEqual([
      ["unresolvable_reference", "/a/$ref"],
      ["unresolvable_reference", "/b/$ref"],
    ]);
  });

  test.each([
    [{ propertyName: "kind", mapping: { cat: "#/a", dog: "#/b" } }, '"kind" says which kind it is: cat, dog.'],
    [{ propertyName: "kind" }, '"kind" says which kind it is.'],
  ])("describes the discriminator %j", (discriminator, description) => {
    expect(generateInputProperty({ anyOf: [{ type: "object" }], discriminator })).toMatchObject({ description });
  });

  test("with a property called __proto__ is a schema like any other", () => {
    const text = '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}';
    expect(JSON.stringify(generateInputProperty(JSON.parse(text)))).toBe(text);
  });

  test("that is too large is cut at its deepest definitions", () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `S${index}`,
        {
          type: "object",
          properties: {
            next: { $ref: `#/components/schemas/S${index + 1}` },
            text: { type: "string", description: "x".repeat(1200) },
          },
        },
      ]),
    );
    const tool = generateTool(withSchemas({ $ref: "#/components/schemas/S0" }, { ...schemas, S300: {} }));
    expect(JSON.stringify(tool.inputSchema).length).toBeLessThan(260_000);
    expect(JSON.stringify(tool.inputSchema)).toContain("Too large to be described here");
  });
});
