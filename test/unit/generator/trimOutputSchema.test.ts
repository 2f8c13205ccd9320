import { expect, test } from "vitest";
import { trimOutputSchema } from "../../../src/generator/schema/trimOutputSchema.ts";
import { createDocument, generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";

const text = { type: ["string", "null"] };
const list = (items: object) => ({ type: ["array", "null"], items });
const object = (properties: object) => ({ type: ["object", "null"], properties });
const owner = object({ url: text, name: text });
const pet = object({ id: text, url: text, owner });
const schema = object({
  items: list(pet),
  next: text,
  open: { type: ["object", "null"] },
  other: { anyOf: [pet, { type: "null" }] },
});

test.each([
  ["a kept path", { keep: ["$.items[*].id"] }, object({ items: list(object({ id: text })) })],
  ["an item", { keep: ["$.items[0].owner"] }, object({ items: list(object({ owner })) })],
  ["an alternative", { keep: ["other.id"] }, object({ other: { anyOf: [object({ id: text }), { type: "null" }] } })],
  ["any depth", { keep: ["$.items..name"] }, object({ items: list(object({ owner: object({ name: text }) })) })],
  [
    "all members",
    { keep: ["$.*.id"] },
    object({
      ...{ open: { type: ["object", "null"] }, other: { anyOf: [object({ id: text }), { type: "null" }] } },
    }),
  ],
  ["what the schema leaves open", { keep: ["$.open.id"] }, object({ open: { type: ["object", "null"] } })],
  ["what it does not have", { keep: ["$.none"] }, schema],
  ["the whole answer", { keep: ["$"] }, schema],
  ["a dropped path", { drop: ["$.items", "$.open", "$.other"] }, object({ next: text })],
  [
    "a dropped name at any depth",
    { drop: ["$..url", "$.open", "$.other"] },
    object({ items: list(object({ id: text, owner: object({ name: text }) })), next: text }),
  ],
  [
    "what is kept and dropped",
    { keep: ["$.items"], drop: ["$.items[*].owner", "$.items[*].url"] },
    object({ items: list(object({ id: text })) }),
  ],
])("the schema of an answer has only what is returned: %s", (_, fields, expected) => {
  expect(JSON.parse(JSON.stringify(trimOutputSchema(schema, fields)))).toEqual(expected);
});

test("the schema has what only some answers lack", () => {
  expect(trimOutputSchema(schema, { drop: ["$.items[0].id", "$.items[?@.id == 'x'].url", "$"] })).toEqual(schema);
});

test("a tool with chosen fields declares no others", () => {
  const answer = {
    200: { description: "fine", content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
  };
  const { definition } = generateFromValidDocument(
    createDocument(
      {},
      {
        paths: { "/pet": { get: { responses: answer, "x-mcp": { fields: { keep: ["$.id"] } } } } },
        components: {
          schemas: { Pet: { type: "object", properties: { id: { type: "string" }, secret: { type: "string" } } } },
        },
      },
    ),
  );
  expect(definition.tools[0]?.outputSchema).toMatchObject({ properties: { status: {}, body: object({ id: text }) } });
  expect(JSON.stringify(definition.tools)).not.toContain("secret");
});
