import type { TestCase, TestRun } from "../../contract/testRuns.ts";
import { said, stateWords } from "../foundation/statedValue.ts";
import { summaryWords } from "../testrun/formatRun.ts";
import type { Facts, Reply } from "./toolReply.ts";

/** A run without its cases. */
export function runFacts(run: TestRun): Facts {
  const { id, statusDetail, version, summary, partial, createdAt, finishedAt } = run;
  return {
    ...{ id, status: stateWords(run), summary: summaryWords(summary), version },
    createdAt: said(createdAt),
    finishedAt: said(finishedAt),
    why: statusDetail ?? undefined,
    ...(partial && { onlySomeCases: true }),
  };
}

/** The cases that did not pass; which were skipped is said in the summary. */
export function failedCases(cases: readonly TestCase[]): NonNullable<Reply["list"]> {
  const failed = cases.filter(({ status }) => status === "failed" || status === "errored");
  const items = failed.map(({ id, name, message, expected, actual, location, ...test }) => ({
    ...{ id, name, status: stateWords(test) },
    message: message ?? undefined,
    expected: expected ?? undefined,
    actual: actual ?? undefined,
    ...(location && { location: `${location.path}:${location.line}` }),
  }));
  const more = (shown: readonly Facts[]) =>
    `${failed.length - shown.length} more cases did not pass: the user sees all with the command "Fairlead: Open Test Run".`;
  return { name: "failedCases", items, isCut: false, more };
}
