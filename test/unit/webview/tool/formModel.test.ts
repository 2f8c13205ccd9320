import { describe, expect, test } from "vitest";
import { createFormModel } from "../../../../src/webview/tool/form/formModel.ts";
import { setValueAt } from "../../../../src/webview/tool/form/valueAt.ts";
import { measureWork } from "../../../support/measureWork.ts";

/** The field of a schema without a value. */
const describeSchema = (schema: object, value?: unknown) => {
  const model = createFormModel({ ...schema });
  return model.describe(model.root, { value, depth: 0 });
};
const firstValue = (schema: object) => {
  const model = createFormModel({ ...schema });
  return model.createFirstValue(model.root);
};
const problems = (schema: object, value: unknown) => createFormModel({ ...schema }).findProblems(value);

describe("the field of a schema", () => {
  test.each([
    [{ type: "string" }, { kind: "text", format: "plain" }],
    [
      { type: "string", format: "date" },
      { kind: "text", format: "date" },
    ],
    [
      { type: "string", format: "date-time" },
      { kind: "text", format: "dateTime" },
    ],
    [
      { type: "string", maxLength: 20 },
      { kind: "text", format: "short" },
    ],
    [{ type: "integer" }, { kind: "number" }],
    [{ type: ["integer", "string"], pattern: "^-?(0|[1-9]\\d*)$" }, { kind: "number" }],
    [{ enum: ["a", 1, null] }, { kind: "choice", choices: [{ label: "a" }, { label: "1" }, { label: "null" }] }],
    [
      { oneOf: [{ const: 1, title: "One" }, { const: 2 }] },
      { kind: "choice", choices: [{ label: "One" }, { label: "2" }] },
    ],
    [
      { type: "string", contentEncoding: "base64" },
      { kind: "file", members: undefined },
    ],
    [{ type: ["string", "null"] }, { kind: "variants", selected: 0, variants: [{ label: "text" }, { label: "null" }] }],
    [{ properties: { a: {} } }, { kind: "object" }],
    [{ type: "array" }, { kind: "list", canAdd: true }],
    [{}, { kind: "json" }],
    [{ allOf: [{ type: "string" }, { enum: ["a"] }] }, { kind: "choice" }],
  ])("%j is %j", (schema, field) => {
    expect(describeSchema(schema)).toMatchObject(field);
  });

  test("of an object with data and file name is a file", () => {
    const properties = { data: { type: "string" }, filename: { type: "string" }, mediaType: { type: "string" } };
    const members = { data: "data", name: "filename", mediaType: "mediaType" };
    expect(describeSchema({ properties })).toMatchObject({ kind: "file", members });
    expect(describeSchema({ properties: { ...properties, more: {} } })).toMatchObject({ kind: "object" });
  });

  test("lists required members first, then optional ones, then those that the value has too", () => {
    const schema = {
      type: "object",
      required: ["b"],
      properties: { a: {}, b: {} },
      additionalProperties: { type: "integer" },
    };
    expect(describeSchema(schema, { c: 1 })).toMatchObject({
      members: [
        { name: "b", isRequired: true, isAdded: false },
        { name: "a", isRequired: false, isAdded: false },
        { name: "c", isRequired: false, isAdded: true, schema: { type: ["integer"] } },
      ],
      added: { type: ["integer"] },
    });
  });

  test("adds members by the schema of the matching pattern", () => {
    const schema = { type: "object", patternProperties: { "^n_": { type: "number" } }, additionalProperties: false };
    expect(describeSchema(schema, { n_a: 1 })).toMatchObject({
      members: [{ name: "n_a", schema: { type: ["number"] } }],
    });
  });

  test("offers no item beyond maxItems, and none after a closed tuple", () => {
    expect(describeSchema({ type: "array", maxItems: 1 }, [1])).toMatchObject({ canAdd: false });
    expect(describeSchema({ type: "array", prefixItems: [{}], items: false }, [1])).toMatchObject({ canAdd: false });
    expect(describeSchema({ type: "array", items: [{}], additionalItems: false }, [])).toMatchObject({ canAdd: true });
  });

  test("selects the variant that the value matches, and the one that the user chose", () => {
    const schema = { anyOf: [{ type: "string" }, { type: "object", required: ["a"] }, { type: "object" }] };
    expect(describeSchema(schema, { a: 1 })).toMatchObject({ selected: 1 });
    expect(describeSchema(schema, {})).toMatchObject({ selected: 2 });
    const model = createFormModel(schema);
    expect(model.describe(model.root, { value: "x", variant: 1, depth: 0 })).toMatchObject({ selected: 1 });
  });

  test("is JSON while the value does not have the type of the schema", () => {
    expect(describeSchema({ type: "integer" }, [1])).toMatchObject({ kind: "json" });
    expect(describeSchema({ enum: ["a"] }, "b")).toMatchObject({ kind: "json" });
    expect(describeSchema({ type: "string", format: "date" }, "soon")).toMatchObject({ kind: "json" });
  });
});

describe("the first value", () => {
  test("has what is required: an example, a default, or as little as possible", () => {
    const properties = {
      ...{ a: { type: "string", examples: ["Rex"] }, b: { type: "integer", default: 7 }, c: { type: "string" } },
      ...{ d: { type: "integer" }, e: { type: "boolean" }, f: { type: "array", items: {} }, g: { enum: ["x", "y"] } },
      ...{ h: { type: "string", minLength: 2 }, i: { type: "integer", minimum: 5 }, z: { type: "string" } },
    };
    const required = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    expect(firstValue({ type: "object", properties, required })).toEqual({
      ...{ a: "Rex", b: 7, c: "", d: 0, e: false, f: [], g: "x", h: "sample", i: 5 },
    });
  });

  test("ends where a schema requires itself", () => {
    const node = { type: "object", required: ["next"], properties: { next: { $ref: "#/$defs/node" } } };
    expect(JSON.stringify(firstValue({ $ref: "#/$defs/node", $defs: { node } })).length).toBeLessThan(1000);
  });

  test("takes little time where definitions refer to many others", () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const $ref = `#/$defs/level${level + 1}`;
      return [
        `level${level}`,
        {
          type: "object",
          required: ["a", "b", "c", "d"],
          properties: { a: { $ref }, b: { $ref }, c: { $ref }, d: { $ref } },
        },
      ];
    });
    const $defs = { ...Object.fromEntries(levels), level12: { type: "string" } };
    expect(measureWork(() => firstValue({ $ref: "#/$defs/level0", $defs }))).toBeLessThan(100);
  });
});

describe("the problems of a value", () => {
  test("are at their places, also in escaped names", () => {
    const schema = {
      type: "object",
      required: ["name/first"],
      properties: { "a~b %": { type: "array", items: { type: "integer", maximum: 3 } } },
      additionalProperties: false,
    };
    expect(problems(schema, { "a~b %": [1, 9, "x"], other: 1 })).toEqual([
      { pointer: "/name~1first", message: "Is required." },
      { pointer: "/a~0b %/1", message: "Must be at most 3." },
      { pointer: "/a~0b %/2", message: "Must be of type integer." },
      { pointer: "/other", message: "Is not allowed here." },
    ]);
  });

  test("are those of the alternative that the value comes closest to", () => {
    const anyOf = [
      { type: "object", required: ["kind", "x"], properties: { kind: { const: "a" } } },
      { type: "object", required: ["kind"], properties: { kind: { const: "b" }, size: { type: "integer" } } },
      { type: "null" },
    ];
    expect(problems({ anyOf }, { kind: "b", size: "big" })).toEqual([
      { pointer: "/size", message: "Must be of type integer." },
    ]);
    expect(problems({ anyOf: [{ type: "string" }, { type: "null" }] }, 5)).toEqual([
      { pointer: "", message: "Matches no variant." },
    ]);
    expect(problems({ oneOf: [{ type: "number" }, { type: "integer" }] }, 5)).toEqual([
      { pointer: "", message: "Must match exactly one variant." },
    ]);
  });

  test("say that too many variants match, even if others almost do", () => {
    expect(problems({ oneOf: [{ type: "number" }, { type: "integer" }, { maximum: 3 }] }, 5)).toEqual([
      { pointer: "", message: "Must match exactly one variant." },
    ]);
  });

  test("are found beside a reference that leads round in a circle", () => {
    expect(problems({ allOf: [{ $ref: "#" }, { type: "string" }] }, 5)).toEqual([
      { pointer: "", message: "Must be of type text." },
    ]);
  });

  test("name the limits of referenced schemas", () => {
    const schema = { $ref: "#/$defs/a", $defs: { a: { allOf: [{ type: "string", minLength: 2, pattern: "^x" }] } } };
    expect(problems(schema, "y").map(({ message }) => message)).toEqual([
      "The minimum length is 2.",
      "Must match the pattern ^x.",
    ]);
  });

  test.each([
    [{ minimum: 2 }, 1, "Must be at least 2."],
    [{ exclusiveMinimum: 2 }, 2, "Must be greater than 2."],
    [{ minimum: 2, exclusiveMinimum: true }, 2, "Must be greater than 2."],
    [{ exclusiveMaximum: 0.0001 }, 1, "Must be less than 0.0001."],
    [{ multipleOf: 5 }, 4, "Must be a multiple of 5."],
    [{ maxLength: 1 }, "ab", "The maximum length is 1."],
    [{ format: "email" }, "a", "Must have the format email."],
    [{ minItems: 1 }, [], "The minimum number of items is 1."],
    [{ maxItems: 0 }, [1], "The maximum number of items is 0."],
    [{ uniqueItems: true }, [1, 1], "All items must be different."],
    [{ minProperties: 1 }, {}, "The minimum number of properties is 1."],
    [{ maxProperties: 0 }, { a: 1 }, "The maximum number of properties is 0."],
    [{ const: 1 }, 2, "Must be 1."],
    [{ enum: [1] }, 2, "Must be one of the values of the list."],
    [{ contains: { const: 1 } }, [], "The schema does not allow this value (contains)."],
  ])("%j refuses %j", (schema, value, message) => {
    expect(problems(schema, value).map((problem) => problem.message)).toEqual([message]);
  });

  test("ignore a pattern that is no regular expression, and a reference that leads nowhere or round in a circle", () => {
    for (const schema of [{ pattern: "(" }, { $ref: "#/nowhere" }, { $ref: "other.json" }, { $ref: "#" }])
      expect(problems(schema, "x")).toEqual([]);
  });
});

test("a value is set and removed at a path without changing the value before", () => {
  const before = { a: [1, { b: 2 }], c: 3 };
  expect(setValueAt(before, ["a", 1, "b"], 5)).toEqual({ a: [1, { b: 5 }], c: 3 });
  expect(setValueAt(before, ["a", 0], undefined)).toEqual({ a: [{ b: 2 }], c: 3 });
  expect(setValueAt(before, ["c"], undefined)).toEqual({ a: [1, { b: 2 }] });
  expect(setValueAt(undefined, ["x", "y"], 1)).toEqual({ x: { y: 1 } });
  expect(before).toEqual({ a: [1, { b: 2 }], c: 3 });
});
