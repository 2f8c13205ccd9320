import { describe, expect, test } from "vitest";
import { changeBodyField, findBodyField, hasBodyFields } from "../../../../src/generator/schema/bodyFields.ts";
import { generateFromValidDocument } from "../../../support/documents/generateFromDocument.ts";
import { createNestedDocument, nestedSchemas } from "../../../support/documents/nestedSchemas.ts";

const kinds = Object.keys(nestedSchemas) as (keyof typeof nestedSchemas)[];
const measureTools = (kind: (typeof kinds)[number], levels: number) =>
  JSON.stringify(generateFromValidDocument(createNestedDocument(kind, levels)).definition).length;

describe.each(kinds)("schemas that lead on by %s", (kind) => {
  test("make tools that are a constant number of times longer than the document", () => {
    const [short, long] = [measureTools(kind, 12), measureTools(kind, 24)];
    expect(long).toBeLessThan(2.5 * short);
    expect(long).toBeLessThan(40_000);
  });
});

test("thousands of schemas in a row are read", () => {
  expect(measureTools("a property, once", 3000)).toBeLessThan(600_000);
});

describe("a body of alternatives that all lead to the same ones", () => {
  const levels = 30;
  const resolve = (schema: { readonly [key: string]: unknown }) => {
    const at = Number(schema.$ref);
    if (schema.$ref === undefined) return schema;
    return at === levels
      ? { properties: { name: { type: "string" } } }
      : { anyOf: [{ $ref: at + 1 }, { $ref: at + 1 }] };
  };

  test("is changed as far as the budget goes", () => {
    const changed = changeBodyField({ $ref: 0 }, ["name"], { description: undefined, isSent: false }, resolve);
    expect(JSON.stringify(changed).length).toBeLessThan(40_000);
  });

  test("has its fields", () => {
    expect(hasBodyFields({ $ref: 0 }, resolve)).toBe(true);
    expect(findBodyField({ $ref: 0 }, ["name"], resolve)?.schema).toEqual({ type: "string" });
  });
});
