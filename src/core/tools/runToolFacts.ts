import type { TestCase, TestRun } from "../../contract/testRuns.ts";
import { formatState } from "../foundation/serviceState.ts";
import { formatCaseLocation } from "../testrun/findCaseLocation.ts";
import { formatRunSummary } from "../testrun/formatRun.ts";
import type { ToolFacts, ToolReply } from "./toolReply.ts";

/** The facts of a run, without its cases. */
export function runToolFacts(run: TestRun): ToolFacts {
  const { id, statusDetail, version, summary, partial, createdAt, finishedAt } = run;
  return {
    ...{ id, status: formatState(run.status), summary: formatRunSummary(summary), version },
    createdAt,
    finishedAt: finishedAt ?? undefined,
    why: statusDetail ?? undefined,
    ...(partial && { onlySomeCases: true }),
  };
}

/** The cases that failed; the summary counts the skipped ones. */
export function listFailedCases(cases: readonly TestCase[]): NonNullable<ToolReply["list"]> {
  const failed = cases.filter(({ status }) => status === "failed" || status === "errored");
  const items = failed.map(({ id, name, status, message, expected, actual, location }) => ({
    ...{ id, name, status: formatState(status) },
    message: message ?? undefined,
    expected: expected ?? undefined,
    actual: actual ?? undefined,
    location: formatCaseLocation({ location }),
  }));
  const more = (shown: readonly ToolFacts[]) =>
    `${failed.length - shown.length} more cases did not pass: the user sees all with the command "Fairlead: Open Test Run".`;
  return { name: "failedCases", items, isCut: false, more };
}
