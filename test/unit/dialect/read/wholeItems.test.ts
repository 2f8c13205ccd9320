import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import { readItem, readList } from "../../../../src/dialect/read/readResponse.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";
import { createDialectCall, createJsonResponse } from "../../../support/dialect/dialectCall.ts";

const ruled: DialectProfile["kinds"] = {
  case: {
    fields: { name: "$.what" },
    states: [
      { when: { "$.directive": "skip" }, is: "skipped" },
      { when: { "$.passed": true }, is: "passed" },
      { when: { "$.passed": false }, is: "failed" },
    ],
  },
};
const passed = { id: "1", what: "starts", passed: true, directive: null };
const skipped = { id: "2", what: "waits", passed: true, directive: "skip" };
const failed = { id: "3", what: "stops", passed: false };
const unclear = { id: "4", what: "hangs" };

const readRuns = (runs: readonly UnknownRecord[], kinds: DialectProfile["kinds"] = ruled) =>
  readList(createDialectCall("serverTestRuns.list", { kinds }), createJsonResponse(runs))?.items ?? [];
const none = { passed: 0, failed: 0, skipped: 0, errored: 0 };

describe("the cases of a test run", () => {
  test("have the names and the states that the profile says of their kind", () => {
    const call = createDialectCall("serverTestRun.get", { kinds: ruled });
    const read = readItem(call, createJsonResponse({ id: "r", cases: [passed, skipped, failed, unclear] }));
    expect(read?.item.cases).toMatchObject([
      { name: "starts", status: "passed" },
      { name: "waits", status: "skipped" },
      { name: "stops", status: "failed" },
      { name: "hangs" },
    ]);
    expect(read?.item.summary).toBeUndefined();
  });

  test.each<[string, readonly UnknownRecord[], object | undefined]>([
    ["all of which ended", [passed, skipped, failed], { ...none, total: 3, passed: 1, failed: 1, skipped: 1 }],
    ["one of which has no known state", [passed, unclear], undefined],
    ["of which there are none", [], undefined],
  ])("are counted for each run of a list: cases %s", (_what, cases, summary) => {
    const [run, other] = readRuns([
      { id: "r", cases },
      { id: "q", cases: [failed] },
    ]);
    expect([run?.summary, other?.summary]).toEqual([summary, { ...none, total: 1, failed: 1 }]);
  });

  test("are not counted where one runs, or where the service counts them itself", () => {
    const status = { id: "5", name: "a", status: "running" };
    const [running, counted] = readRuns(
      [
        { id: "r", cases: [status] },
        { id: "q", cases: [{ ...status, status: "failed" }], summary: { passed: 9, failed: 0 } },
      ],
      {},
    );
    expect([running?.summary, counted?.summary]).toEqual([undefined, { passed: 9, failed: 0 }]);
  });

  test("complete a summary without the number of those that passed", () => {
    const [run] = readRuns([{ id: "r", cases: [passed], summary: { durationMs: 7 } }]);
    expect(run?.summary).toEqual({ ...none, durationMs: 7, total: 1, passed: 1 });
  });
});

test("a limit of 0 with something used is no limit", () => {
  const metrics = [
    { name: "calls", used: 12, limit: 0 },
    { name: "storage", used: 0, limit: 0 },
    { name: "keys", limit: 0 },
  ];
  const read = readItem(createDialectCall("organization.usage"), createJsonResponse({ id: "o", metrics }));
  expect(read?.item.metrics).toEqual([{ name: "calls", used: 12 }, ...metrics.slice(1)]);
});
