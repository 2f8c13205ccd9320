import { describe, expect, test } from "vitest";
import type { OperationName } from "../../../../src/contract/operations.ts";
import type { ValueExpression } from "../../../../src/contract/profile/valueExpression.ts";
import { readItem } from "../../../../src/dialect/read/readResponse.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";
import { createDialectCall, createJsonResponse } from "../../../support/dialect/dialectCall.ts";

type Given = Readonly<Record<string, ValueExpression | null>>;

const read = (operation: OperationName, kind: string, fields: Given, item: UnknownRecord) =>
  readItem(createDialectCall(operation, { kinds: { [kind]: { fields } } }), createJsonResponse(item))?.item;
const readRun = (fields: Given, run: UnknownRecord) =>
  read("serverTestRun.get", "testRun", fields, { id: "r", ...run });

describe("a part that the profile names alone", () => {
  test("comes from elsewhere in the item, beside the other parts of the object that is found", () => {
    const run = readRun({ "summary.passed": "$.stats.ok" }, { stats: { ok: 3 }, summary: { failed: 1, total: 4 } });
    expect(run?.summary).toEqual({ passed: 3, failed: 1, total: 4 });
  });

  test("comes before the part of that name in the object", () => {
    const run = readRun({ "summary.passed": "$.ok" }, { ok: 3, summary: { passed: 1, failed: 1 } });
    expect(run?.summary).toEqual({ passed: 3, failed: 1 });
  });

  test("leaves the object as it is where the item has no such value", () => {
    expect(readRun({ "summary.passed": "$.ok" }, { summary: { passed: 1, failed: 1 } })?.summary).toEqual({
      ...{ passed: 1, failed: 1 },
    });
  });

  test("is the whole of what no object holds", () => {
    const fields = { "failure.message": "$.error_text" };
    const readDeployment = (one: UnknownRecord) => read("deployment.get", "deployment", fields, { id: "d", ...one });
    expect(readDeployment({ error_text: "It does not listen." })?.failure).toEqual({ message: "It does not listen." });
    expect(readDeployment({ error_text: null })?.failure).toBeUndefined();
  });
});

test("a value that the profile takes out of an object is no other part of it", () => {
  const given = { "summary.passed": "$.totals.ok", "summary.failed": "$.totals.error", summary: "$.totals" };
  expect(readRun(given, { totals: { ok: 3, error: 1 } })?.summary).toEqual({ passed: 3, failed: 1 });
});

test("a text where failures are is one only of a deployment that has failed", () => {
  const profile = {
    kinds: {
      deployment: {
        fields: { "failure.message": "$.note" },
        states: [
          { when: { "$.state": "bad" }, is: "failed" },
          { when: { "$.state": "ok" }, is: "running" },
        ],
      },
    },
  };
  const readOne = (state: string) =>
    readItem(createDialectCall("deployment.get", profile), createJsonResponse({ id: "d", note: "Slow.", state }))?.item;
  expect(readOne("bad")?.failure).toEqual({ message: "Slow." });
  expect(readOne("ok")?.failure).toBeUndefined();
  expect(readOne("odd")?.failure).toEqual({ message: "Slow." });
});

describe("a query for lists in lists", () => {
  const query = { cases: "$.suites[*].cases[*]" };
  const one = { id: "1", name: "starts", status: "passed" };
  const other = { id: "2", name: "stops", status: "failed" };

  test.each<[string, readonly (readonly object[])[], readonly string[] | undefined]>([
    ["one object", [[one]], ["starts"]],
    ["objects in several lists", [[one], [other]], ["starts", "stops"]],
    ["no object", [[]], undefined],
  ])("is the list of %s", (_what, suites, names) => {
    const run = readRun(query, { suites: suites.map((cases) => ({ cases })) });
    expect(Array.isArray(run?.cases) ? run.cases.map(({ name }) => name) : run?.cases).toEqual(names);
  });

  test("has parts from each of its entries", () => {
    const given = { ...query, "cases.message": "$.log.text" };
    const run = readRun(given, { suites: [{ cases: [{ ...one, log: { text: "Fine." } }, other] }] });
    expect(run?.cases).toMatchObject([{ name: "starts", message: "Fine." }, { name: "stops" }]);
  });
});
