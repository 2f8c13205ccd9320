import type { TestCase, TestRunDetail } from "../../contract/testRuns.ts";
import { markdownText } from "../../text/escapeMarkdown.ts";
import { fenced } from "../../text/formatMarkdownFence.ts";
import { markdownTable } from "../../text/formatMarkdownTable.ts";
import { said, statedOf, stateWords } from "../foundation/statedValue.ts";
import { cut } from "./caseOutput.ts";
import { milliseconds, summaryWords, testedWords } from "./formatRun.ts";

const words = {
  passed: "✓ passed",
  failed: "✗ failed",
  errored: "! could not be run",
  skipped: "- skipped",
  queued: "waiting",
  running: "running",
} as const satisfies Record<TestCase["status"], string>;
const first = ["failed", "errored", "running", "queued", "passed", "skipped"];

/** A run to be read: what failed comes first, each case with what was expected, what came, and the evidence. */
export function runDocument(name: string, run: TestRunDetail): string {
  const cases = run.cases.toSorted((one, other) => first.indexOf(one.status) - first.indexOf(other.status));
  return [...runHead(name, run), ...cases.flatMap(caseSection)].join("\n");
}

function runHead(name: string, run: TestRunDetail): readonly string[] {
  const rows = [
    ["Result", `${stateWords(run)}: ${summaryWords(run.summary)}`],
    ["Why", run.statusDetail],
    ["Tested", testedWords(run)],
    ["Digest", run.digest],
    ["Took", milliseconds(run.summary.durationMs)],
    ["Started", said(run.startedAt) ?? said(run.createdAt)],
    ["By", run.triggeredBy],
    ["Run", said(run.id)],
  ] as const;
  const known = rows.flatMap(([what, value]) => (value ? [[what, value]] : []));
  return [`# Test run of ${markdownText(name)}`, "", ...markdownTable(["", ""], known)];
}

function caseSection(test: TestCase): readonly string[] {
  const { status, name, id, durationMs, message, expected, actual, output, location } = test;
  const time = durationMs === null ? "" : `, ${milliseconds(durationMs)}`;
  const place = location ? `, ${location.path}:${location.line}` : "";
  return [
    `## ${statedOf(test) ?? words[status]}: ${markdownText(name)}`,
    "",
    `${markdownText(`${id}${time}${place}`)}`,
    "",
    ...(message ? [markdownText(message), ""] : []),
    ...block("Expected", expected),
    ...block("Actual", actual),
    ...block("Seen", output),
  ];
}

function block(title: string, text: string | null): readonly string[] {
  if (text === null || text === "") return [];
  return [`**${title}**`, "", ...fenced(cut(text.trimEnd()), "text"), ""];
}
