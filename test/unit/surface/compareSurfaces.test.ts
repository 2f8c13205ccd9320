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

const { limit: _limit, ...withoutLimit } = propertiesOf(find.inputSchema);
const { note: _note, ...withoutNote } = propertiesOf(find.outputSchema);
const limit = { type: "integer", maximum: 100, default: 10 };
const closed = {
  type: "object",
  properties: { name: { type: "string" }, and: { $ref: "#/$defs/filter" } },
  additionalProperties: false,
};
const input = "/inputSchema/properties";
const output = "/outputSchema/properties";

test.each<[string, Partial<VersionTool>, readonly unknown[][]]>([
  [
    "an input's property that is required now",
    inputWith({}, { required: ["kind", "limit"] }),
    [[`breaking required ${input}/limit`]],
  ],
  [
    "an input's property that is optional now",
    inputWith({}, { required: [] }),
    [[`compatible optional ${input}/kind`]],
  ],
  [
    "a new optional property where others were refused",
    inputWith({ owner: { type: "string" } }),
    [[`compatible propertyAdded ${input}/owner`]],
  ],
  [
    "a property that is gone where others are refused",
    { inputSchema: { ...find.inputSchema, properties: withoutLimit } },
    [[`breaking propertyRemoved ${input}/limit`]],
  ],
  [
    "values of an input that are gone, and new ones",
    inputWith({ kind: { type: "string", enum: ["dog", "fish"] } }),
    [
      [`breaking valuesRemoved ${input}/kind`, ["cat"], undefined],
      [`compatible valuesAdded ${input}/kind`, undefined, ["fish"]],
    ],
  ],
  [
    "another type, with both types named once",
    inputWith({ limit: { type: "string", default: 10 } }),
    [[`breaking changed ${input}/limit type`, ["integer"], "string"]],
  ],
  [
    "a type more",
    inputWith({ limit: { ...limit, type: ["integer", "null"] } }),
    [[`compatible changed ${input}/limit type`, "integer", ["null, integer"]]],
  ],
  [
    "a closer bound",
    inputWith({ limit: { ...limit, maximum: 50 } }),
    [[`breaking changed ${input}/limit maximum`, 100, 50]],
  ],
  [
    "a wider bound",
    inputWith({ limit: { ...limit, maximum: 200 } }),
    [[`compatible changed ${input}/limit maximum`, 100, 200]],
  ],
  [
    "objects that are closed, also in a schema that refers to itself",
    inputWith({}, { $defs: { filter: closed } }),
    [[`breaking tightened ${input}/filter/additionalProperties additionalProperties`]],
  ],
  [
    "a changed default and a changed description",
    inputWith({ limit: { ...limit, default: 20, description: "At most." } }),
    [
      [`risky changed ${input}/limit description`, undefined, "At most."],
      [`risky changed ${input}/limit default`, 10, 20],
    ],
  ],
  [
    "a result's property that may be missing now",
    outputWith({}, { required: ["status"] }),
    [[`breaking optional ${output}/state`]],
  ],
  [
    "a result's new value, and one that is gone",
    outputWith({ state: { enum: ["free", "lost"] } }),
    [
      [`breaking valuesAdded ${output}/state`, undefined, ["lost"]],
      [`compatible valuesRemoved ${output}/state`, ["sold"], undefined],
    ],
  ],
  [
    "a result's optional property that is gone",
    { outputSchema: { ...find.outputSchema, properties: withoutNote } },
    [[`risky propertyRemoved ${output}/note`]],
  ],
  [
    "a result's property more",
    outputWith({ price: { type: "number" } }),
    [[`compatible propertyAdded ${output}/price`]],
  ],
  ["a result's schema that is gone", { outputSchema: undefined }, [["breaking schemaRemoved /outputSchema"]]],
  [
    "a description and a title",
    { description: "Finds cats.", title: "Find pets" },
    [
      ["risky changed /description description", "Finds pets.", "Finds cats."],
      ["compatible changed /title title", "Find", "Find pets"],
    ],
  ],
  [
    "a tool that becomes destructive, by default too",
    { annotations: { readOnlyHint: false, openWorldHint: false } },
    [
      ["breaking changed /annotations/destructiveHint destructiveHint", false, true],
      ["risky changed /annotations/readOnlyHint readOnlyHint", true, false],
      ["risky changed /annotations/idempotentHint idempotentHint", true, false],
    ],
  ],
])("%s: each change has its severity", (_what, part, changes) => {
  expect(changesTo(part)).toEqual(changes);
});

test("a new required property breaks calls without it, and is named once", () => {
  const changes = changesTo(inputWith({ owner: { type: "string" } }, { required: ["kind", "owner"] }));
  expect(changes[0]).toEqual(["breaking required /inputSchema/properties/owner"]);
  expect(changes.filter(([text]) => String(text).startsWith("breaking"))).toHaveLength(1);
});

const openInput = { ...find, inputSchema: { type: "object", properties: {} } };
const ownerInput = {
  ...find,
  inputSchema: { type: "object", properties: { owner: { type: "string", minLength: 1 } } },
};
const closedOutput = { ...find, ...outputWith({}, { additionalProperties: false }) };
const priced = { ...find, ...outputWith({ price: { type: "number" } }, { additionalProperties: false }) };
const destructive = { ...find, annotations: { destructiveHint: true, openWorldHint: false } };

test.each<[string, VersionTool, VersionTool, readonly object[]]>([
  [
    "a new optional property is risky where calls could have any other",
    openInput,
    ownerInput,
    [{ severity: "risky", kind: "propertyAdded", pointer: "/inputSchema/properties/owner" }],
  ],
  [
    "a property that is gone is risky where calls can have any other",
    ownerInput,
    openInput,
    [{ severity: "risky", kind: "propertyRemoved", pointer: "/inputSchema/properties/owner" }],
  ],
  [
    "a result's property more is risky where the schema allowed no other",
    closedOutput,
    priced,
    [{ severity: "risky", kind: "propertyAdded", pointer: "/outputSchema/properties/price" }],
  ],
  [
    "a new schema of a result is compatible",
    { ...find, outputSchema: undefined },
    find,
    [{ severity: "compatible", kind: "schemaAdded" }],
  ],
  [
    "a hint that states the default changes nothing",
    { ...find, annotations: undefined },
    { ...find, annotations: { destructiveHint: true } },
    [],
  ],
  ["a tool that becomes harmless is compatible", destructive, find, Array(3).fill({ severity: "compatible" })],
])("%s", (_what, before, after, changes) => {
  expect(compareSurfaces([before], [after])).toMatchObject(changes);
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
