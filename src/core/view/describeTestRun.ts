import type { TestRun } from "../../contract/testRuns.ts";
import { joinTextParts } from "../../text/joinTextParts.ts";
import { formatRelativeTime } from "../foundation/formatRelativeTime.ts";
import { formatState, statedValue, stateIcon } from "../foundation/statedValue.ts";
import { formatMilliseconds, formatRunSummary, formatTestedContent } from "../testrun/formatRun.ts";
import { collectFacts, type NodeText, type TreeNodeOfKind } from "./nodeText.ts";

const icons = {
  queued: "clock",
  running: "sync~spin",
  passed: "pass",
  failed: "error",
  errored: "warning",
} as const satisfies Record<TestRun["status"], string>;

export function describeTestRuns(): NodeText {
  return { label: "Test runs", description: "", icon: "beaker", facts: () => [], context: "testRuns" };
}

export function describeTestRun({ run, of }: TreeNodeOfKind<"testRun">, now: number): NodeText {
  const { status, summary, statusDetail, digest, triggeredBy } = run;
  return {
    label: formatTestedContent(run),
    description: joinTextParts(formatState(run), formatRunSummary(summary), formatRelativeTime(run.createdAt, now)),
    icon: stateIcon(run, icons[status]),
    facts: () =>
      collectFacts(
        ["Test run of", of.name],
        ["Result", `${formatState(run)}: ${formatRunSummary(summary)}`],
        ["Why", statusDetail],
        ["Took", formatMilliseconds(summary.durationMs)],
        ["Digest", digest],
        ["By", triggeredBy],
        ["Run", statedValue(run.id)],
      ),
    context: `testRun.${status}`,
  };
}
