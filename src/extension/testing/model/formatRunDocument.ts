import * as l10n from "@vscode/l10n";
import { knownState, readServiceId } from "../../../contract/received.ts";
import type { TestCase, TestCaseResource, TestRunDetail } from "../../../contract/testRuns.ts";
import { formatFullTime } from "../../../text/formatLocalTime.ts";
import { escapeMarkdown } from "../../../text/markdown/escapeMarkdown.ts";
import { formatMarkdownFence, formatMarkdownTable } from "../../../text/markdown/formatMarkdownTable.ts";
import { formatState } from "../../base/serviceState.ts";
import { truncateOutput } from "./caseOutput.ts";
import { formatCaseLocation } from "./findCaseLocation.ts";
import { formatMilliseconds, formatRunSummary, formatTestedContent } from "./formatRun.ts";

const words = {
  passed: l10n.t("✓ passed"),
  failed: l10n.t("✗ failed"),
  errored: l10n.t("! could not be run"),
  skipped: l10n.t("- skipped"),
  queued: l10n.t("waiting"),
  running: l10n.t("running"),
} as const satisfies Record<TestCaseResource["status"], string>;
const first = ["failed", "errored", "running", "queued", "passed", "skipped"] as const;

/** A run as Markdown: failed cases first, each with expected and actual results and evidence. */
export function formatRunDocument(name: string, run: TestRunDetail): string {
  const cases = (run.cases ?? []).toSorted((one, other) => rankOf(one) - rankOf(other));
  return [...runHead(name, run), ...cases.flatMap(caseSection)].join("\n");
}

/** Cases with an unknown status are sorted with the errored ones. */
const rankOf = ({ status }: TestCase) => first.indexOf(knownState(status) ?? "errored");

function runHead(name: string, run: TestRunDetail): readonly string[] {
  const rows = [
    [l10n.t("Result"), [formatState(run.status), formatRunSummary(run.summary)].filter(Boolean).join(": ")],
    [l10n.t("Why"), run.statusDetail],
    [l10n.t("Tested"), formatTestedContent(run)],
    ["Digest", run.digest],
    [l10n.t("Took"), formatMilliseconds(run.summary?.durationMs)],
    [l10n.t("Started"), formatFullTime(run.startedAt ?? run.createdAt)],
    [l10n.t("By"), run.triggeredBy],
    [l10n.t("Test run"), readServiceId(run.id)],
  ] as const;
  const known = rows.flatMap(([what, value]) => (value ? [[what, value]] : []));
  return [l10n.t`# Test run of ${escapeMarkdown(name)}`, "", ...formatMarkdownTable(["", ""], known)];
}

function caseSection(test: TestCase): readonly string[] {
  const { status, name, id, durationMs, message, expected, actual, output } = test;
  const known = knownState(status);
  const state = known ? words[known] : formatState(status);
  const facts = [id, formatMilliseconds(durationMs), formatCaseLocation(test)].filter(Boolean);
  return [
    `## ${state ? `${state}: ` : ""}${escapeMarkdown(name)}`,
    "",
    escapeMarkdown(facts.join(", ")),
    "",
    ...(message ? [escapeMarkdown(message), ""] : []),
    ...block(l10n.t("Expected"), expected),
    ...block(l10n.t("Actual"), actual),
    ...block(l10n.t("Seen"), output),
  ];
}

function block(title: string, text: string | null | undefined): readonly string[] {
  if (!text) return [];
  return [`**${title}**`, "", ...formatMarkdownFence(truncateOutput(text.trimEnd()), "text"), ""];
}
