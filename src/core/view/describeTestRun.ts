import type { TestRun } from "../../contract/testRuns.ts";
import { ago } from "../foundation/formatRelativeTime.ts";
import { said, stateIcon, stateWords } from "../foundation/statedValue.ts";
import { milliseconds, summaryWords, testedWords } from "../testrun/formatRun.ts";
import { facts, type NodeOf, type NodeText, words } from "./nodeText.ts";

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

export function describeTestRun({ run, of }: NodeOf<"testRun">, now: number): NodeText {
  const { status, summary, statusDetail, digest, triggeredBy } = run;
  return {
    label: testedWords(run),
    description: words(stateWords(run), summaryWords(summary), ago(run.createdAt, now)),
    icon: stateIcon(run, icons[status]),
    facts: () =>
      facts(
        ["Test run of", of.name],
        ["Result", `${stateWords(run)}: ${summaryWords(summary)}`],
        ["Why", statusDetail],
        ["Took", milliseconds(summary.durationMs)],
        ["Digest", digest],
        ["By", triggeredBy],
        ["Run", said(run.id)],
      ),
    context: `testRun.${status}`,
  };
}
