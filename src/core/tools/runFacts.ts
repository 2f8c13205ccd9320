import type { TestCase, TestRun } from "../../contract/testRuns.ts";
import { summaryWords } from "../tests/runWords.ts";
import type { Facts, Reply } from "./reply.ts";

/** A run without its cases. */
export function runFacts({
  id,
  status,
  statusDetail,
  version,
  summary,
  partial,
  createdAt,
  finishedAt,
}: TestRun): Facts {
  return {
    ...{ id, status, summary: summaryWords(summary), version, createdAt },
    finishedAt: finishedAt ?? undefined,
    why: statusDetail ?? undefined,
    ...(partial && { onlySomeCases: true }),
  };
}

/** The cases that did not pass; which were skipped is said in the summary. */
export function failedCases(cases: readonly TestCase[]): NonNullable<Reply["list"]> {
  const failed = cases.filter(({ status }) => status === "failed" || status === "errored");
  const items = failed.map(({ id, name, status, message, expected, actual, location }) => ({
    ...{ id, name, status },
    message: message ?? undefined,
    expected: expected ?? undefined,
    actual: actual ?? undefined,
    ...(location && { location: `${location.path}:${location.line}` }),
  }));
  const more = (shown: readonly Facts[]) =>
    `${failed.length - shown.length} more cases did not pass: the user sees all with the command "Fairlead: Open Test Run".`;
  return { name: "failedCases", items, isCut: false, more };
}
