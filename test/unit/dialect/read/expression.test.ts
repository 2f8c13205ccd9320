import { describe, expect, test } from "vitest";
import type { ValueExpression } from "../../../../src/contract/profile/valueExpression.ts";
import { evaluate, fillTemplate, placeExpressions, valueAtPath } from "../../../../src/dialect/read/expression.ts";
import { readList } from "../../../../src/dialect/read/readResponse.ts";
import { createDialectCall, createJsonResponse } from "../../../support/dialect/dialectCall.ts";

const item = {
  id: 7,
  title: "Shop",
  empty: "",
  nothing: null,
  flag: false,
  metadata: { name: "shop", labels: { team: "a" } },
  owner: { id: "o-2" },
  tags: [
    { key: "env", value: "prod" },
    { key: "tier", value: "1" },
  ],
};
const response = {
  data: [item],
  included: [
    { id: "o-1", attributes: { label: "One" } },
    { id: "o-2", attributes: { label: "Two" } },
    { id: 7, attributes: { label: "Seven" } },
  ],
};
const owners = { in: "$.included", by: "$.id", value: "$.attributes.label" };

describe("an expression of a profile", () => {
  test.each<[string, ValueExpression, unknown]>([
    ["a path", "$.metadata.name", "shop"],
    ["a path without its root", "metadata.labels.team", "a"],
    ["a path to nothing", "$.metadata.nope", undefined],
    ["a query of one value", "$.tags[?@.key=='env'].value", "prod"],
    ["a query of several values", "$.tags[*].value", ["prod", "1"]],
    ["a query of no value", "$.tags[?@.key=='x'].value", undefined],
    ["the first that has a value", { first: ["$.nope", "$.nothing", "$.empty", "$.title"] }, "Shop"],
    ["the first, which is false", { first: ["$.flag", "$.title"] }, false],
    ["the first of none", { first: ["$.nope", "$.empty"] }, undefined],
    ["one text of several values", { concat: ["$.metadata.name", "$.empty", "$.nope", "$.id"], with: "-" }, "shop-7"],
    ["one text without a text between", { concat: ["$.title", "$.id"] }, "Shop7"],
    ["one text of nothing", { concat: ["$.nope", "$.empty"] }, undefined],
    ["a template", { template: "{$.metadata.labels.team}/{title}" }, "a/Shop"],
    ["a template without one of its values", { template: "{$.title}/{$.nope}" }, undefined],
    ["a template without braces", { template: "plain" }, "plain"],
    ["a lookup by a text", { lookup: "$.owner.id", ...owners }, "Two"],
    ["a lookup by a number", { lookup: "$.id", ...owners }, "Seven"],
    ["a lookup by an object", { lookup: "$.owner", ...owners }, "Two"],
    ["a lookup of no entry", { lookup: "$.title", ...owners }, undefined],
    ["a lookup without an id", { lookup: "$.nope", ...owners }, undefined],
    ["a lookup in no list", { lookup: "$.id", ...owners, in: "$.data[0]" }, undefined],
    [
      "parts in parts",
      { first: [{ lookup: "$.nope", ...owners }, { concat: [{ template: "{id}" }, "$.title"] }] },
      "7Shop",
    ],
  ])("is %s", (_what, expression, expected) => {
    expect(evaluate(expression, item, response)).toEqual(expected);
  });
});

describe("what is hostile", () => {
  test.each<[string, ValueExpression, unknown]>([
    ["an inherited name", "$.constructor", undefined],
    ["a template of an inherited name", { template: "{constructor}{toString}" }, undefined],
    ["a value that is a template itself", { template: "{self}" }, "{self}"],
    ["braces in braces", { template: "{{self}}" }, "{{self}}"],
    ["a replacement pattern", { template: "{pattern}" }, "$&$1"],
  ])("stays text: %s", (_what, expression, expected) => {
    expect(evaluate(expression, { self: "{self}", pattern: "$&$1" }, {})).toBe(expected);
  });

  test("is as deep as a document can be", () => {
    let deep: ValueExpression = "$.title";
    for (let depth = 0; depth < 300; depth += 1) deep = { first: [deep] };
    expect(evaluate(deep, item, response)).toBe("Shop");
  });

  test("is a query that visits more of an item than a path may: it has no value", () => {
    const large = { wanted: 1, rest: Array.from({ length: 120_000 }, (_, at) => ({ at })) };
    expect(valueAtPath("$..wanted", large)).toBeUndefined();
    expect(valueAtPath("$.wanted", large)).toBe(1);
    expect(valueAtPath("$.rest[*].at", { rest: large.rest.slice(0, 3000) })).toHaveLength(1000);
  });

  test("is a template with a name that is no path", () => {
    expect(fillTemplate("{a b}{$..}", () => undefined)).toBeUndefined();
    expect(evaluate({ template: "{not a path}" }, item, response)).toBeUndefined();
  });
});

test("plain paths need no copies of the items; a computed field is beside the service's own", () => {
  const plain = placeExpressions({ name: "$.title", slug: null }, [item], response);
  expect(plain).toEqual({ items: [item], places: { name: ["title"], slug: null } });
  expect(plain.items[0]).toBe(item);
  const { items, places } = placeExpressions({ name: { template: "{id}-{title}" } }, [item], response);
  expect(items[0]).toMatchObject(item);
  expect(items[0]?.[places.name?.[0] ?? ""]).toBe("7-Shop");
});

describe("a field that the profile computes", () => {
  const kinds = { server: { fields: { name: { template: "{group}/{title}" }, createdAt: { first: ["$.born"] } } } };
  const servers = { data: [{ id: "s", group: "a", title: "Shop", born: "soon" }] };

  test("is read, and leaves nothing of itself in the item or in the names for bodies", () => {
    const call = createDialectCall("servers.list", { kinds });
    const list = readList(call, createJsonResponse(servers));
    expect(list?.items).toEqual([{ id: "s", name: "a/Shop", group: "a", title: "Shop", born: "soon" }]);
    expect(list?.wireItems).toEqual(servers.data);
    expect(Object.keys(call.session.samples.get("server")?.places ?? {})).toEqual(["id"]);
  });

  test("is in the evidence without a place", () => {
    const call = createDialectCall("servers.list", { kinds });
    readList(call, createJsonResponse(servers));
    expect(call.shown.fields?.fields.name).toEqual({ place: [], because: "profile" });
  });
});
