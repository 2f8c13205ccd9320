import { expect, test } from "vitest";
import { listLostInputs } from "../../judge/lostInputs.ts";
import { generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";

const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

const createDocument = (schema: object, schemas: object = {}) => ({
  ...{ openapi: "3.1.0", info: { title: "Shapes", version: "1" }, servers: [{ url: "https://a.example.com" }] },
  paths: { "/a": { post: { requestBody: { content: { "application/json": { schema } } }, responses: {} } } },
  components: { schemas },
});

/** What a judge says of the tools of one document, held against another. */
function judge(document: ReturnType<typeof createDocument>, generated: object): string[] {
  return listLostInputs(document, generateFromValidDocument(generated).definition);
}

const deep = (leaf: object) =>
  Array.from({ length: 9 }).reduce<object>((inner, _, index) => object({ [`l${index}`]: inner }), object(leaf));
const shape = { ...object({ kind: text }), discriminator: { propertyName: "kind" } };
const extend = (name: string, properties: object) => ({
  allOf: [{ $ref: `#/components/schemas/${name}` }, object(properties)],
});

test.each<[string, object, object, object, object, string]>([
  [
    "nine objects deep",
    deep({ own: text, leaf: text }),
    {},
    deep({ own: text }),
    {},
    "l8.l7.l6.l5.l4.l3.l2.l1.l0.leaf",
  ],
  [
    "in the values of a map",
    object({ map: { additionalProperties: object({ leaf: text, own: text }) } }),
    {},
    object({ map: { additionalProperties: object({ own: text }) } }),
    {},
    "map{}.leaf",
  ],
  [
    "of a schema that extends the discriminator's by allOf",
    { $ref: "#/components/schemas/Shape" },
    { Shape: shape, Circle: extend("Shape", { radius: text }) },
    { $ref: "#/components/schemas/Shape" },
    { Shape: shape },
    "radius",
  ],
  [
    "of one that extends that",
    { $ref: "#/components/schemas/Shape" },
    { Shape: shape, Circle: extend("Shape", {}), Ring: extend("Circle", { inner: text }) },
    { $ref: "#/components/schemas/Shape" },
    { Shape: shape, Circle: extend("Shape", {}) },
    "inner",
  ],
])("a lost property %s is found", (_, schema, schemas, lossy, lossySchemas, path) => {
  const document = createDocument(schema, schemas);
  expect(judge(document, createDocument(lossy, lossySchemas))).toEqual([`POST /a: property ${path}`]);
  expect(judge(document, document)).toEqual([]);
});

test("a lost parameter is found, unless it is sent as a credential", () => {
  const createOperations = (names: readonly string[]) => ({
    ...createDocument({}),
    paths: { "/a": { get: { parameters: names.map((name) => ({ name, in: "query", schema: text })), responses: {} } } },
    components: { schemas: {}, securitySchemes: { key: { type: "apiKey", name: "key", in: "query" } } },
  });
  const document = createOperations(["key", "page", "size"]);
  const { definition } = generateFromValidDocument(createOperations(["key", "size"]));
  expect(listLostInputs(document, definition)).toEqual(["GET /a: parameter page in query"]);
});
