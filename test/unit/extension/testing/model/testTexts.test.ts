import { expect, test } from "vitest";
import type { TestCase, TestRunDetail } from "../../../../../src/contract/testRuns.ts";
import {
  findTestRunChanges,
  formatComparedRun,
  formatRunChanges,
} from "../../../../../src/extension/testing/commands/compareTestRuns.ts";
import { formatRunDocument } from "../../../../../src/extension/testing/commands/openTestRun.ts";
import {
  findCaseGroup,
  formatCaseGroup,
  rankCaseGroup,
} from "../../../../../src/extension/testing/model/caseGroups.ts";
import { formatCaseOutput } from "../../../../../src/extension/testing/model/caseOutput.ts";
import {
  findRunFailure,
  formatFailedRun,
  formatRunProgress,
  formatRunSummary,
} from "../../../../../src/extension/testing/model/formatRun.ts";
import { listServerCases } from "../../../../../src/extension/testing/model/knownCases.ts";

function caseOf(id: string, status: TestCase["status"], more: Partial<TestCase> = {}): TestCase {
  const nothing = { message: null, expected: null, actual: null, output: null, location: null };
  return { id, name: `Case ${id}`, kind: id.split(":")[0] ?? id, status, durationMs: 12, ...nothing, ...more };
}

function runOf(cases: readonly TestCase[], more: Partial<TestRunDetail> = {}): TestRunDetail {
  const count = (status: TestCase["status"]) => cases.filter((one) => one.status === status).length;
  const at = "2026-01-01T00:00:00.000Z";
  return {
    ...{ id: "run_1", createdAt: at, updatedAt: at, etag: '"1"', serverId: null, skillId: "skl_1", version: "1.0.0" },
    ...{ digest: "sha256:0123456789", deploymentId: null, status: "failed", statusDetail: null, revision: 3 },
    ...{ startedAt: at, finishedAt: at, partial: false, triggeredBy: "Ann", cases: [...cases] },
    summary: {
      ...{ total: cases.length, passed: count("passed"), failed: count("failed") },
      ...{ skipped: count("skipped"), errored: count("errored"), durationMs: 1234 },
    },
    ...more,
  };
}

test("the output of a case has CRLF line breaks", () => {
  const failed = caseOf("script:a", "failed", { message: "Other output.", output: "one\ntwo\n" });
  expect(formatCaseOutput(failed)).toBe("✗ Case script:a (12 ms)\r\n    Other output.\r\n    one\r\n    two\r\n");
  expect(formatCaseOutput({ ...failed, expected: "three" })).toContain(
    "    --- expected ---\r\n    three\r\n    one\r\n",
  );
});

test("the output of a skipped case contains the reason", () => {
  const skipped = caseOf("eval:a", "skipped", { durationMs: null, message: "No model is configured." });
  expect(formatCaseOutput(skipped)).toBe("- Case eval:a: skipped\r\n    No model is configured.\r\n");
});

test("control characters in output are escaped", () => {
  const output = formatCaseOutput(caseOf("script:a", "passed", { output: "\u001b]0;title\u0007 \u001b[2J\rover\tit" }));
  expect(output).toContain("␛]0;title␇ ␛[2J");
  expect(output).toContain("\tit");
  expect(output).not.toContain("\u001b");
});

test("a large output is truncated with a note", () => {
  const output = formatCaseOutput(caseOf("script:a", "passed", { output: "x".repeat(300_000) }));
  expect(output.length).toBeLessThan(110_000);
  expect(output).toContain("characters more");
});

test("groups are named and ordered as they run", () => {
  expect(["portability:codex", "links", "odd:one"].map(findCaseGroup)).toEqual(["portability", undefined, "odd"]);
  expect(["script", "odd"].map(formatCaseGroup)).toEqual(["Scripts", "odd"]);
  const ids = ["odd:b", "eval:a", "specification", "script:a"];
  expect(ids.toSorted((id, other) => rankCaseGroup(id).localeCompare(rankCaseGroup(other)))).toEqual([
    ...["specification", "script:a", "eval:a", "odd:b"],
  ]);
});

test("a run is formatted with its progress", () => {
  expect(formatRunSummary(runOf([caseOf("a", "passed"), caseOf("b", "failed"), caseOf("c", "errored")]).summary)).toBe(
    "1 passed, 1 failed, 1 could not be run",
  );
  expect(formatRunSummary(runOf([caseOf("a", "queued"), caseOf("b", "running")]).summary)).toBe("2 cases");
});

test("two runs are compared case by case", () => {
  const before = [caseOf("a", "passed"), caseOf("b", "failed"), caseOf("c", "failed"), caseOf("gone", "passed")];
  const after = [caseOf("a", "failed"), caseOf("b", "passed"), caseOf("c", "errored"), caseOf("new", "passed")];
  const changes = findTestRunChanges(before, after);
  expect(changes).toEqual({
    newlyFailing: ["Case a"],
    fixed: ["Case b"],
    stillFailing: ["Case c"],
    added: ["Case new"],
    removed: ["Case gone"],
  });
  expect(formatRunChanges(changes)).toBe("1 newly failing, 1 fixed, 1 still failing, 1 new, 1 gone");
  expect(formatComparedRun(runOf(after), changes)).toContain("Newly failing: Case a\nFixed: Case b\n");
});

test("a skipped case that failed before does not count as fixed", () => {
  expect(findTestRunChanges([caseOf("a", "failed")], [caseOf("a", "skipped")]).fixed).toEqual([]);
});

test("only a failed case shows its reason", () => {
  const side = formatComparedRun(
    runOf([caseOf("a", "passed", { message: "m" }), caseOf("b", "failed", { message: "x\ny" })]),
  );
  expect(side).toContain("passed   a  Case a\nfailed   b  Case b\n    why: x\n    y");
});

test("a run's document lists failures first, and escapes their texts", () => {
  const bad = caseOf("case:b", "failed", {
    name: "[link](command:evil) | <b>",
    expected: "```\n# not a heading\n````",
    actual: "other",
  });
  const text = formatRunDocument("greeter", runOf([caseOf("case:a", "passed"), bad], { statusDetail: "a | b" }));
  expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/);
  expect(text.indexOf("✗ failed")).toBeLessThan(text.indexOf("✓ passed"));
  expect(text).not.toContain("](command:");
  expect(text).toContain("`````text\n```\n# not a heading\n````\n`````");
});

test("a server's cases are the protocol's, those of its file and those of the last run", () => {
  const text = "cases:\n  - name: adds\n    tool: add\n";
  const ran = [caseOf("schema:add", "passed"), caseOf("case:was-here", "passed"), caseOf("protocol:ping", "passed")];
  const ids = listServerCases({ path: "fairlead.tests.yaml", text }, ran).map(({ id }) => id);
  expect(ids.filter((id) => !id.startsWith("protocol:"))).toEqual(["schema:add", "case:adds"]);
  expect(ids.filter((id) => id === "protocol:ping").length).toBe(1);
  expect(listServerCases(undefined, ran).map(({ id }) => id)).toContain("case:was-here");
});

test("the progress of runs counts their finished cases, and is blank before there are any", () => {
  const summary = { total: 8, passed: 2, failed: 1, skipped: 1, errored: 0, durationMs: 5 };
  expect(formatRunProgress([summary])).toBe("4 of 8 cases, 1 failed");
  expect(formatRunProgress([summary, { ...summary, failed: 0 }])).toBe("7 of 16 cases, 1 failed");
  expect([formatRunProgress([]), formatRunProgress([undefined])]).toEqual([undefined, undefined]);
});

test("a server whose code has a syntax error names the line above the error", () => {
  const syntax = "file:///data/run_1/server.mjs:2\nconst = 3;\n      ^\n\nSyntaxError: Unexpected token '='";
  const stack = "    at compileSourceTextModule (node:internal/modules/esm/utils:319:16)";
  const statusDetail = `The server did not start: It exited.\n${syntax}\n${stack}\n\nNode.js v24.21.0`;
  expect(findRunFailure({ statusDetail })).toEqual({
    message: "SyntaxError: Unexpected token '='",
    positions: [{ path: "/data/run_1/server.mjs", line: 2, column: undefined }],
  });
});

test("a failed run names at most three cases, or says why there are none", () => {
  const failed = ["a", "b", "c", "d"].map((id) => caseOf(id, "failed"));
  expect(formatFailedRun(runOf([caseOf("fine", "passed"), ...failed]))).toBe(
    "4 of 5 tests failed: Case a, Case b, Case c and 1 more.",
  );
  const none = { cases: [], summary: undefined };
  expect(formatFailedRun(runOf([], { status: "errored", statusDetail: "It did not start." }))).toBe(
    "its tests could not be run. It did not start.",
  );
  const output =
    "The server did not start: It exited.\nfile:///data/run_1/a.mjs:3\nError: DB_URL is not set\n    at a.mjs:3:7";
  expect(formatFailedRun(runOf([], { status: "errored", statusDetail: output }))).toBe(
    "its tests could not be run. DB_URL is not set.",
  );
  expect(formatFailedRun(runOf([], { ...none, status: { unknown: "paused" } }))).toBe('its tests ended as "paused".');
});
