import { describe, expect, test } from "vitest";
import type { TestCase, TestRunDetail } from "../../../../../src/contract/testRuns.ts";
import {
  formatOtherTests,
  formatToolProof,
  isAnyToolTried,
  isUnprovenOnly,
  listProofCauses,
} from "../../../../../src/extension/testing/model/toolProof.ts";

const nothing = { durationMs: null, message: null, expected: null, actual: null, output: null, location: null };
const caseOf = (id: string, status: TestCase["status"], more: Partial<TestCase> = {}): TestCase => ({
  ...{ id, name: id, kind: id.split(":")[0] ?? id, status },
  ...nothing,
  ...more,
});
const runOf = (status: TestRunDetail["status"], ...cases: TestCase[]): TestRunDetail => ({
  id: "run_1",
  status,
  cases,
});
const refused = { code: "credential_refused", message: "pets.example refuses API_KEY (GET /pets: 401)" };

describe("what smoke calls prove", () => {
  const proofOf = (...states: TestCase["status"][]) =>
    formatToolProof(runOf("passed", ...states.map((status, index) => caseOf(`smoke:${index}`, status))));

  test("is how many tools answer, and how many could not be tried", () => {
    expect(proofOf("passed", "passed", "skipped")).toBe(
      "2 of 3 tools answer. Not called, because they may change data or need input: 1.",
    );
    const apart = runOf("passed", caseOf("smoke:a", "passed"), caseOf("smoke:b", "skipped", refused));
    expect(formatToolProof(apart)).toBe("1 of 2 tools answer; b could not be tried.");
    const missing = ["b", "c"].map((id) => caseOf(`smoke:${id}`, "skipped", { code: "api_not_found" }));
    const failing = ["d", "e"].map((id) => caseOf(`smoke:${id}`, "skipped", { code: "api_failed" }));
    const [one] = missing;
    expect(formatToolProof(runOf("passed", caseOf("smoke:a", "passed"), ...missing, ...failing))).toBe(
      "1 of 5 tools answer; 2 were not found; 2 could not be tried.",
    );
    expect(one && formatToolProof(runOf("passed", caseOf("smoke:a", "passed"), one))).toBe(
      "1 of 2 tools answer; b was not found.",
    );
    expect(proofOf("passed", "passed")).toBe("2 of 2 tools answer.");
    expect(proofOf("skipped", "skipped")).toBe(
      "None of its 2 tools was called, because they may change data or need input.",
    );
    expect(proofOf("passed")).toBe("Its tool answers.");
    expect(proofOf("skipped")).toBe("Its tool could not be tried.");
  });

  test.each([
    ["is not tried where it may change data or need input", {}, false],
    ["is tried where the credential is refused", refused, true],
  ])("a tool %s", (_, more, expected) => {
    expect(isAnyToolTried(runOf("failed", caseOf("smoke:a", "skipped", more)))).toBe(expected);
  });

  test("is nothing for a run without smoke calls", () => {
    expect(formatToolProof(runOf("passed", caseOf("protocol:ping", "passed")))).toBeUndefined();
  });
});

test("a cause is one line with its remedy if there is one, however many cases it has, and the address comes first", () => {
  const run = runOf(
    "failed",
    caseOf("check:credentials", "failed", refused),
    caseOf("smoke:a", "skipped", { ...refused, message: "It was refused again." }),
    caseOf("smoke:b", "skipped", { code: "api_unreachable", message: "b.example could not be reached." }),
    caseOf("smoke:c", "skipped", { code: "api_failed", message: "c.example fails." }),
    caseOf("smoke:d", "skipped", { message: "The schema contains no value." }),
  );
  expect(listProofCauses(run)).toEqual([
    { code: "api_unreachable", remedy: "baseUrl", message: "b.example could not be reached." },
    { code: "credential_refused", remedy: "credential", message: `${refused.message}.` },
    { code: "api_failed", remedy: undefined, message: "c.example fails." },
  ]);
});

test("the other tests are counted apart from the calls of tools, and the first failed one is named", () => {
  const passed = [caseOf("protocol:ping", "passed"), caseOf("schema:a", "passed"), caseOf("smoke:a", "skipped")];
  expect(formatOtherTests(runOf("passed", ...passed))).toBe("Other tests (Protocol, Tool schemas): 2 passed.");
  const failed = caseOf("check:credentials", "failed", refused);
  expect(formatOtherTests(runOf("failed", ...passed, failed))).toBe(
    "Other tests (Protocol, Tool schemas, API): 2 passed, 1 failed: check:credentials.",
  );
  expect(formatOtherTests(runOf("passed", caseOf("smoke:a", "passed")))).toBeUndefined();
});

test("nothing speaks against a version whose credential alone is refused", () => {
  const check = caseOf("check:credentials", "failed", refused);
  expect(isUnprovenOnly(runOf("passed", caseOf("smoke:a", "skipped", refused)))).toBe(true);
  expect(isUnprovenOnly(runOf("failed", check))).toBe(true);
  expect(isUnprovenOnly(runOf("failed", check, caseOf("case:a", "failed")))).toBe(false);
  expect(isUnprovenOnly(runOf("errored"))).toBe(false);
});
