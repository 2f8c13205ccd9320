import { readdirSync } from "node:fs";
import { join } from "node:path";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { escapeLogJson, formatLogText } from "../../../src/cli/report/buildLog.ts";
import { type CheckReport, formatReportLines } from "../../../src/cli/report/checkReport.ts";
import {
  formatJunit,
  formatSummary,
  formatWorkflowCommands,
  writeReport,
} from "../../../src/cli/report/writeReport.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";

const hostile = `]]> "a" & <b> 'c'\u0000\ud800\nsecond: 100%, | [x](y)`;
const report: CheckReport = {
  title: "Tests of <pets>",
  checks: [
    { status: "passed", label: "passed", group: "protocol", name: "ping", message: "", durationMs: 12 },
    {
      status: "failed",
      label: "failed",
      group: "case",
      name: "a, b: c",
      message: hostile,
      place: { file: "a,b.yaml", line: 3 },
    },
    { status: "errored", label: "errored", group: "case", name: "starts", message: "no" },
    { status: "skipped", label: "skipped", group: "case", name: "later", message: "why" },
    { status: "warning", label: "risky", group: "case", name: "hint", message: "changed" },
  ],
};

test("JUnit has each check with its outcome, and any text", () => {
  const xml = formatJunit(report);
  expect(XMLValidator.validate(xml)).toBe(true);
  const read = new XMLParser({ ...{ ignoreAttributes: false, attributeNamePrefix: "" }, htmlEntities: true });
  const { testsuites } = read.parse(xml);
  expect(testsuites).toMatchObject({ name: "Tests of <pets>", tests: "5", failures: "1", errors: "1", skipped: "1" });
  const [protocol, cases] = testsuites.testsuite;
  expect(protocol.testcase).toEqual({ classname: "protocol", name: "ping", time: "0.012" });
  const [failed, errored, skipped, warning] = cases.testcase;
  const text = hostile.replace("\u0000", "\ufffd").replace("\ud800", "\ufffd");
  expect(failed).toMatchObject({
    name: "a, b: c",
    file: "a,b.yaml",
    line: "3",
    failure: { "#text": text, message: text },
  });
  expect(errored.error.message).toBe("no");
  expect(skipped.skipped).toEqual({ message: "why" });
  expect(warning["system-out"]).toBe("changed");
});

test("workflow commands escape what ends them", () => {
  expect(formatWorkflowCommands(report)).toEqual([
    `::error file=a%2Cb.yaml,line=3,title=failed%3A a%2C b%3A c::${hostile.replace("%", "%25").replace("\n", "%0A")}`,
    "::error title=errored%3A starts::no",
    "::warning title=risky%3A hint::changed",
  ]);
});

test("no text is a command of a build server", async () => {
  const check = {
    status: "failed",
    label: "failed",
    group: "case",
    name: "##vso[task] x",
    message: "##[group]",
  } as const;
  expect(formatWorkflowCommands({ title: "", checks: [check] })).toEqual([
    "::error title=failed%3A ## vso[task] x::## [group]",
  ]);
  expect(formatLogText(" ::stop::\n::a\n##[b] ###VSO[c]")).toBe("|  ::stop::\n| ::a\n| ## [b] ### VSO[c]");
  expect(formatLogText("a ::b")).toBe("a ::b");
  const hidden = escapeLogJson(JSON.stringify(["##[a]", "\\##vso[b]"]));
  expect(hidden).not.toMatch(/##(\[|vso)/);
  expect(JSON.parse(hidden)).toEqual(["##[a]", "\\##vso[b]"]);
});

test("reports go to new folders, and nowhere for an empty name", async () => {
  const cwd = createTemporaryFolder();
  const output = { cwd, mask: String, writeOutput: () => {}, writeError: () => {} };
  await writeReport(report, { junit: "", summary: "", github: false, json: false }, output);
  expect(readdirSync(cwd)).toEqual([]);
  await writeReport(report, { junit: "a/b.xml", summary: "c/d.md", github: false, json: false }, output);
  expect([readdirSync(join(cwd, "a")), readdirSync(join(cwd, "c"))]).toEqual([["b.xml"], ["d.md"]]);
});

test("a summary lists what did not pass in a table that no text ends", () => {
  const lines = formatSummary(report).split("\n");
  expect(lines[0]).toBe("## Tests of &#60;pets&#62;");
  expect(lines[2]).toBe("1 passed, 1 failed, 1 errored, 1 skipped, 1 risky");
  const rows = lines.filter((line) => line.startsWith("| "));
  expect(rows).toHaveLength(6);
  for (const row of rows) expect(row.match(/ \| /g)).toHaveLength(3);
});

test("people read one line a check, with its place first", () => {
  expect(formatReportLines(report).slice(0, 2)).toEqual(["passed: ping", `a,b.yaml:3: failed: a, b: c: ${hostile}`]);
});
