import { describe, expect, test } from "vitest";
import { readItem } from "../../../../src/dialect/read/readResponse.ts";
import { createDialectCall, createJsonResponse } from "../../../support/dialect/dialectCall.ts";

const read = (json: unknown) => readItem(createDialectCall("userSettings.get"), createJsonResponse(json))?.item;

const pairs = [
  { name: "theme", value: "dark" },
  { name: "beta", value: true },
];

describe("settings", () => {
  test.each<[string, unknown, object]>([
    ["an object", { theme: "dark" }, { theme: "dark" }],
    ["a list of names and values", pairs, { theme: "dark", beta: true }],
    ["such a list in result", { result: pairs, success: true }, { theme: "dark", beta: true }],
    ["a list of keys and values", { settings: [{ key: "theme", value: "dark" }] }, { theme: "dark" }],
    ["a list of ids and values", { data: [{ id: "theme", value: "dark" }] }, { theme: "dark" }],
    ["the only object of a record", { id: "r", createdTime: "2026", fields: { theme: "dark" } }, { theme: "dark" }],
    ["what is called so in a record of more", { Path: "a", Index: 7, Items: { theme: "dark" } }, { theme: "dark" }],
    ["the value beside a count", { count: 1, value: { theme: "dark" } }, { theme: "dark" }],
    ["an object of settings beside others", { a: { b: 1 }, theme: "dark" }, { a: { b: 1 }, theme: "dark" }],
    [
      "an object with a list of other things",
      { theme: "dark", data: [{ name: "a" }] },
      { theme: "dark", data: [{ name: "a" }] },
    ],
  ])("are read from %s", (_what, json, expected) => {
    expect(read(json)).toEqual(expected);
  });

  test.each(["userId", "organization_id", "url", "uri", "href", "self", "links", "object", "success", "result_info"])(
    "do not have %s, which is no setting",
    (name) => {
      expect(read({ theme: "dark", [name]: "x" })).toEqual({ theme: "dark" });
    },
  );

  test("keep the fields of the contract, also those that are called like no setting", () => {
    expect(read({ id: "set-1", theme: "dark" })).toEqual({ id: "set-1", theme: "dark" });
  });
});
