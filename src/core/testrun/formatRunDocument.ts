import type { TestCase, TestRunDetail } from "../../contract/testRuns.ts";
import { escapeMarkdown } from "../../text/escapeMarkdown.ts";
import { formatMarkdownFence } from "../../text/formatMarkdownFence.ts";
import { formatMarkdownTable } from "../../text/formatMarkdownTable.ts";
import { formatState, statedValue, unknownStateText } from "../foundation/statedValue.ts";
import { truncateOutput } from "./caseOutput.ts";
import { formatMilliseconds, formatRunSummary, formatTestedContent } from "./formatRun.ts";

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
export function formatRunDocument(name: string, run: TestRunDetail): string {
  const cases = run.cases.toSorted((one, other) => first.indexOf(one.status) - first.indexOf(other.status));
  return [...runHead(name, run), ...cases.flatMap(caseSection)].join("\n");
}

function runHead(name: string, run: TestRunDetail): readonly string[] {
  const rows = [
    ["Result", `${formatState(run)}: ${formatRunSummary(run.summary)}`],
    ["Why", run.statusDetail],
    ["Tested", formatTestedContent(run)],
    ["Digest", run.digest],
    ["Took", formatMilliseconds(run.summary.durationMs)],
    ["Started", statedValue(run.startedAt) ?? statedValue(run.createdAt)],
    ["By", run.triggeredBy],
    ["Run", statedValue(run.id)],
  ] as const;
  const known = rows.flatMap(([what, value]) => (value ? [[what, value]] : []));
  return [`# Test run of ${escapeMarkdown(name)}`, "", ...formatMarkdownTable(["", ""], known)];
}

function caseSection(test: TestCase): readonly string[] {
  const { status, name, id, durationMs, message, expected, actual, output, location } = test;
  const time = durationMs === null ? "" : `, ${formatMilliseconds(durationMs)}`;
  const place = location ? `, ${location.path}:${location.line}` : "";
  return [
    `## ${unknownStateText(test) ?? words[status]}: ${escapeMarkdown(name)}`,
    "",
    `${escapeMarkdown(`${id}${time}${place}`)}`,
    "",
    ...(message ? [escapeMarkdown(message), ""] : []),
    ...block("Expected", expected),
    ...block("Actual", actual),
    ...block("Seen", output),
  ];
}

function block(title: string, text: string | null): readonly string[] {
  if (text === null || text === "") return [];
  return [`**${title}**`, "", ...formatMarkdownFence(truncateOutput(text.trimEnd()), "text"), ""];
}
