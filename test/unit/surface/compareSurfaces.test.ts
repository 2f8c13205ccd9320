import { describe, expect, test } from "vitest";
import type { VersionTool } from "../../../src/contract/routes/toolsRoute.ts";
import { compareSurfaces } from "../../../src/surface/compareSurfaces.ts";

const find: VersionTool = {
  name: "find",
  title: "Find",
  description: "Finds pets.",
  inputSchema: {
    type: "object",
    properties: {
      kind: { type: "string", enum: ["cat", "dog"] },
      limit: { type: "integer", maximum: 100, default: 10 },
      filter: { $ref: "#/$defs/filter" },
    },
    required: ["kind"],
    additionalProperties: false,
    $defs: {
      filter: { type: "object", properties: { name: { type: "string" }, and: { $ref: "#/$defs/filter" } } },
    },
  },
  outputSchema: {
    type: "object",
    properties: { status: { type: "integer" }, state: { enum: ["sold", "free"] }, note: { type: "string" } },
    required: ["status", "state"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

/** The changes between `find` and another version of it, as severity, kind, place and values. */
function changesTo(part: Partial<VersionTool>): unknown[][] {
  return compareSurfaces([find], [{ ...find, ...part }]).map(({ severity, kind, pointer, keyword, before, after }) => [
    `${severity} ${kind} ${pointer}${keyword === undefined ? "" : ` ${keyword}`}`,
    ...(before === undefined && after === undefined ? [] : [before, after]),
  ]);
}

const inputWith = (properties: object, more: object = {}) => ({
  inputSchema: { ...find.inputSchema, properties: { ...propertiesOf(find.inputSchema), ...properties }, ...more },
});
const outputWith = (properties: object, more: object = {}) => ({
  outputSchema: { ...find.outputSchema, properties: { ...propertiesOf(find.outputSchema), ...properties }, ...more },
});
const propertiesOf = (schema: VersionTool["outputSchema"]) => ({ ...Object(schema?.properties) });

test("equal tools have no changes, in whatever order", () => {
  const other = { ...find, name: "other" };
  expect(compareSurfaces([find, other], [other, { ...find }])).toEqual([]);
});

test("a tool that is gone breaks callers, and a new one does not", () => {
  const changes = compareSurfaces([{ ...find, operation: "GET /pets" }], [{ ...find, name: "search" }]);
  expect(changes).toEqual([
    { severity: "breaking", kind: "toolRemoved", pointer: "", tool: "find", operation: "GET /pets" },
    { severity: "compatible", kind: "toolAdded", pointer: "", tool: "search", operation: undefined },
  ]);
});

describe("a tool with another name", () => {
  const before = { ...find, operation: "GET /pets" };
  const renamed = {
    ...{ severity: "breaking", kind: "toolRenamed", pointer: "", before: "find", after: "search" },
    ...{ tool: "search", operation: "GET /pets" },
  };

  test("is one changed tool where it calls the same operation", () => {
    expect(compareSurfaces([before], [{ ...before, name: "search" }])).toEqual([renamed]);
    const changes = compareSurfaces([before], [{ ...before, name: "search", title: "Search" }]);
    expect(changes.map(({ tool, kind }) => [tool, kind])).toEqual([
      ["search", "toolRenamed"],
      ["search", "changed"],
    ]);
  });

  test("is renamed in both lists of a server in search mode", () => {
    const searched = { ...before, name: "call_operation find" };
    const after = [before, searched].map((tool) => ({ ...tool, name: tool.name.replace("find", "search") }));
    expect(compareSurfaces([before, searched], after).map(({ kind }) => kind)).toEqual(["toolRenamed", "toolRenamed"]);
  });

  test("is gone where several tools call the operation, because it may be any of them", () => {
    const changes = compareSurfaces(
      [before],
      [
        { ...before, name: "search" },
        { ...before, name: "look" },
      ],
    );
    expect(changes.map(({ kind }) => kind)).toEqual(["toolRemoved", "toolAdded", "toolAdded"]);
  });
});

describe("of the input", () => {
  test.each([
    ["a required property", { required: ["kind", "limit"] }, ["breaking required /inputSchema/properties/limit"]],
    ["an optional property", { required: [] }, ["compatible optional /inputSchema/properties/kind"]],
  ])("%s", (_, more, expected) => {
    expect(changesTo(inputWith({}, more))).toEqual([expected]);
  });

  test("a new required property breaks calls without it, and is named once", () => {
    const changes = changesTo(inputWith({ owner: { type: "string" } }, { required: ["kind", "owner"] }));
    expect(changes[0]).toEqual(["breaking required /inputSchema/properties/owner"]);
    expect(changes.filter(([text]) => String(text).startsWith("breaking"))).toHaveLength(1);
  });

  test("a new optional property is compatible where others were refused", () => {
    expect(changesTo(inputWith({ owner: { type: "string" } }))).toEqual([
      ["compatible propertyAdded /inputSchema/properties/owner"],
    ]);
  });

  test("a new optional property is risky where calls could have any other", () => {
    const open = { ...find, inputSchema: { type: "object", properties: {} } };
    const more = { ...find, inputSchema: { type: "object", properties: { owner: { type: "string", minLength: 1 } } } };
    expect(compareSurfaces([open], [more])).toMatchObject([
      { severity: "risky", kind: "propertyAdded", pointer: "/inputSchema/properties/owner" },
    ]);
    expect(compareSurfaces([more], [open])).toMatchObject([
      { severity: "risky", kind: "propertyRemoved", pointer: "/inputSchema/properties/owner" },
    ]);
  });

  test("a property that is gone breaks calls with it where others are refused", () => {
    const { limit: _, ...properties } = propertiesOf(find.inputSchema);
    expect(changesTo({ inputSchema: { ...find.inputSchema, properties } })).toEqual([
      ["breaking propertyRemoved /inputSchema/properties/limit"],
    ]);
  });

  test("values that are gone break calls, and new ones do not", () => {
    expect(changesTo(inputWith({ kind: { type: "string", enum: ["dog", "fish"] } }))).toEqual([
      ["breaking valuesRemoved /inputSchema/properties/kind", ["cat"], undefined],
      ["compatible valuesAdded /inputSchema/properties/kind", undefined, ["fish"]],
    ]);
  });

  test("another type breaks calls, with both types named once", () => {
    expect(changesTo(inputWith({ limit: { type: "string", default: 10 } }))).toEqual([
      ["breaking changed /inputSchema/properties/limit type", ["integer"], "string"],
    ]);
  });

  test("a type more is compatible", () => {
    expect(changesTo(inputWith({ limit: { type: ["integer", "null"], maximum: 100, default: 10 } }))).toEqual([
      ["compatible changed /inputSchema/properties/limit type", "integer", ["null, integer"]],
    ]);
  });

  test("a closer bound breaks calls, and a wider one does not", () => {
    const limit = (maximum: number) => inputWith({ limit: { type: "integer", maximum, default: 10 } });
    expect(changesTo(limit(50))).toEqual([["breaking changed /inputSchema/properties/limit maximum", 100, 50]]);
    expect(changesTo(limit(200))).toEqual([["compatible changed /inputSchema/properties/limit maximum", 100, 200]]);
  });

  test("objects that are closed break calls, also in a schema that refers to itself", () => {
    const closed = {
      type: "object",
      properties: { name: { type: "string" }, and: { $ref: "#/$defs/filter" } },
      additionalProperties: false,
    };
    expect(changesTo(inputWith({}, { $defs: { filter: closed } }))).toEqual([
      ["breaking tightened /inputSchema/properties/filter/additionalProperties additionalProperties"],
    ]);
  });

  test("a changed default and a changed description are risky", () => {
    const limit = { type: "integer", maximum: 100, default: 20, description: "At most." };
    expect(changesTo(inputWith({ limit }))).toEqual([
      ["risky changed /inputSchema/properties/limit description", undefined, "At most."],
      ["risky changed /inputSchema/properties/limit default", 10, 20],
    ]);
  });
});

describe("of the result", () => {
  test("a property that may be missing now breaks callers", () => {
    expect(changesTo(outputWith({}, { required: ["status"] }))).toEqual([
      ["breaking optional /outputSchema/properties/state"],
    ]);
  });

  test("a new value breaks callers, and one that is gone does not", () => {
    expect(changesTo(outputWith({ state: { enum: ["free", "lost"] } }))).toEqual([
      ["breaking valuesAdded /outputSchema/properties/state", undefined, ["lost"]],
      ["compatible valuesRemoved /outputSchema/properties/state", ["sold"], undefined],
    ]);
  });

  test("an optional property that is gone is risky", () => {
    const { note: _, ...properties } = propertiesOf(find.outputSchema);
    expect(changesTo({ outputSchema: { ...find.outputSchema, properties } })).toEqual([
      ["risky propertyRemoved /outputSchema/properties/note"],
    ]);
  });

  test("a property more is risky where the schema allowed no other, and compatible elsewhere", () => {
    const closed = outputWith({}, { additionalProperties: false });
    const more = outputWith({ price: { type: "number" } }, { additionalProperties: false });
    expect(compareSurfaces([{ ...find, ...closed }], [{ ...find, ...more }])).toMatchObject([
      { severity: "risky", kind: "propertyAdded", pointer: "/outputSchema/properties/price" },
    ]);
    expect(changesTo(outputWith({ price: { type: "number" } }))).toEqual([
      ["compatible propertyAdded /outputSchema/properties/price"],
    ]);
  });

  test("a schema that is gone breaks callers, and a new one does not", () => {
    expect(changesTo({ outputSchema: undefined })).toEqual([["breaking schemaRemoved /outputSchema"]]);
    expect(compareSurfaces([{ ...find, outputSchema: undefined }], [find])).toMatchObject([
      { severity: "compatible", kind: "schemaAdded" },
    ]);
  });
});

describe("of texts and hints", () => {
  test("a description is risky, and a title is not", () => {
    expect(changesTo({ description: "Finds cats.", title: "Find pets" })).toEqual([
      ["risky changed /description description", "Finds pets.", "Finds cats."],
      ["compatible changed /title title", "Find", "Find pets"],
    ]);
  });

  test("a tool that becomes destructive breaks callers, by default too", () => {
    expect(changesTo({ annotations: { readOnlyHint: false, openWorldHint: false } })).toEqual([
      ["breaking changed /annotations/destructiveHint destructiveHint", false, true],
      ["risky changed /annotations/readOnlyHint readOnlyHint", true, false],
      ["risky changed /annotations/idempotentHint idempotentHint", true, false],
    ]);
  });

  test("a hint that states the default changes nothing", () => {
    const bare = { ...find, annotations: undefined };
    expect(compareSurfaces([bare], [{ ...find, annotations: { destructiveHint: true } }])).toEqual([]);
  });

  test("a tool that becomes harmless is compatible", () => {
    const destructive = { ...find, annotations: { destructiveHint: true, openWorldHint: false } };
    expect(compareSurfaces([destructive], [find]).map(({ severity }) => severity)).toEqual([
      "compatible",
      "compatible",
      "compatible",
    ]);
  });
});

test("schemas that lead to one place in many ways are compared, each place once", () => {
  const createTool = (description: string): VersionTool => {
    const levels = Array.from({ length: 60 }, (_, level) => {
      const properties = { x: { $ref: `#/$defs/first${level + 1}` } };
      return [
        [`first${level}`, { $ref: `#/$defs/second${level}`, properties }],
        [`second${level}`, { type: "object", properties: { x: { ...properties.x } } }],
      ];
    });
    const $defs = Object.fromEntries([...levels.flat(), ["first60", { type: "string" }]]);
    const properties = { a: { $ref: "#/$defs/first0" }, own: { type: "string", description } };
    return { ...find, inputSchema: { type: "object", properties, $defs } };
  };
  const changes = JSON.stringify(compareSurfaces([createTool("One.")], [createTool("Two.")]));
  expect(changes).toContain("/inputSchema/properties/own");
});
