import { describe, expect, test } from "vitest";
import { deploymentStates } from "../../../../src/contract/deployments.ts";
import type { StateRule } from "../../../../src/contract/dialectProfile.ts";
import { readState } from "../../../../src/dialect/read/readState.ts";
import { findConventions } from "../../../../src/dialect/vocabulary/conventions.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";

const conventions = findConventions(undefined);
const readDeployment = (item: UnknownRecord, rules?: readonly StateRule[]) =>
  readState({ conventions, family: "deployment", states: deploymentStates, rules }, item, ["status"]);

describe("the state of a deployment", () => {
  test.each<[string, unknown, unknown]>([
    ["a word of a table", "LIVE", "running"],
    ["a word in an object", { state: "building", since: "2026-01-01" }, "building"],
    ["an unknown word", "zorbing", { unknown: "zorbing" }],
    ["a number", 7, { unknown: "7" }],
    ["an empty text", "", undefined],
    ["null", null, undefined],
    ["a list", ["running"], undefined],
  ])("is read from %s", (_, status, expected) => {
    expect(readDeployment({ status })).toEqual(expected);
  });

  test("is what the profile says of the service's word", () => {
    const meaning = (is: string) => [{ when: { "$.status": "zorbing" }, is }];
    expect(readDeployment({ status: "zorbing" }, meaning("building"))).toBe("building");
    expect(readDeployment({ status: "zorbing" }, meaning("no state"))).toEqual({ unknown: "zorbing" });
  });

  test("has no usual meaning where the profile has rules, even none", () => {
    expect(readDeployment({ status: "running" }, [])).toEqual({ unknown: "running" });
    expect(readDeployment({ status: "completed", conclusion: "failure" }, [])).toEqual({
      unknown: "completed",
    });
    expect(readDeployment({}, [{ when: { "$.status": null }, is: "stopped" }])).toBe("stopped");
  });

  test("is in the words at the paths of the rules where nothing has its name", () => {
    const rules = [{ when: { "$.phase": "done", "$.result": "fine" }, is: "running" }];
    const read = (item: UnknownRecord) =>
      readState({ conventions, family: "deployment", states: deploymentStates, rules }, item, undefined);
    expect([read({ phase: "done", result: "fine" }), read({ phase: "done", result: "odd" }), read({})]).toEqual([
      "running",
      { unknown: "done: odd" },
      undefined,
    ]);
  });

  test("that has ended is what the profile says before any conclusion", () => {
    const rules = [{ when: { "$.status": "completed" }, is: "running" }];
    expect(readDeployment({ status: "completed", conclusion: "failure" }, rules)).toBe("running");
  });
});
