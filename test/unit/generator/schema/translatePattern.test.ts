import { describe, expect, test } from "vitest";
import { translatePattern } from "../../../../src/generator/schema/translatePattern.ts";
import {
  createDocument,
  generateFromValidDocument,
  generateTool,
  readInputProperties,
} from "../../../support/documents/generateFromDocument.ts";

test.each([
  ["^[a-z]+$", "^[a-z]+$"],
  ["^k\\_[a-z]+$", "^k_[a-z]+$"],
  ["^/[\\w-/]*[a-zA-Z0-9]$", "^/[\\w\\-/]*[a-zA-Z0-9]$"],
  ["[a-\\d]", "[a\\-\\d]"],
  ["\\A[A-Z]{3}\\z", "^[A-Z]{3}$"],
  ["(?P<year>\\d{4})\\Z", "(?<year>\\d{4})$"],
  ["\\@\\ \\'[\\-\\#]", "@ '[\\-#]"],
  ["\\[\\-\\]", "\\[-\\]"],
])("the pattern %s is read as %s", (source, translated) => {
  expect(translatePattern(source)).toBe(translated);
});

test.each(["(?i)^yes|no$", "^(?>a+)b$", "a*+", "[[:alpha:]]", "^(?x) a", "(", "\\Q.\\E"])(
  "the pattern %s cannot be written",
  (source) => {
    expect(translatePattern(source)).toBeUndefined();
  },
);

const lost = { type: "string", pattern: "(?i)^yes$" };
/** Each place of a schema with a pattern, the pointer of the pattern there. */
const places: Readonly<Record<string, readonly [schema: object, pointer: string]>> = {
  "the value": [lost, "/pattern"],
  "a property": [{ type: "object", properties: { it: lost } }, "/properties/it/pattern"],
  items: [{ type: "array", items: lost }, "/items/pattern"],
  "a part": [{ allOf: [lost] }, "/allOf/0/pattern"],
  "an alternative": [{ oneOf: [lost, { type: "integer" }] }, "/oneOf/0/pattern"],
  "a map": [{ type: "object", additionalProperties: lost }, "/additionalProperties/pattern"],
  "names of properties": [
    { type: "object", patternProperties: { "(?i)^x": { type: "string" } } },
    "/patternProperties/(?i)^x",
  ],
};

describe.each(Object.entries(places))("a pattern that is lost in %s", (name, [schema, pointer]) => {
  test("is a problem at its place, in a parameter and in a body", () => {
    const operation = {
      parameters: [{ name: "value", in: "query", schema }],
      requestBody: { content: { "application/json": { schema } } },
    };
    const document = createDocument(operation, {}, { path: "/pets", method: "post" });
    const at = ["/requestBody/content/application~1json/schema", "/parameters/0/schema"];
    expect(generateFromValidDocument(document).problems).toMatchObject(
      at.map((place) => ({ code: "pattern_ignored", pointer: `/paths/~1pets/post${place}${pointer}` })),
    );
    const texts = JSON.stringify(readInputProperties(generateTool(document)));
    if (name !== "names of properties") expect(texts.split("Pattern: (?i)^yes$")).toHaveLength(3);
  });
});
