import type { TestCaseResource, TestRunResource } from "../../contract/testRuns.ts";

type Status = TestCaseResource["status"];

/** Counts the cases by result. */
export function summarizeTestCases(statuses: Iterable<Status>, durationMs: number): TestRunResource["summary"] {
  const counts = { total: 0, passed: 0, failed: 0, skipped: 0, errored: 0 };
  for (const status of statuses) {
    counts.total += 1;
    if (status !== "queued" && status !== "running") counts[status] += 1;
  }
  return { ...counts, durationMs };
}

/** The outcome of a run after all cases have ended. A run without any executed case has not passed. */
export function getTestRunOutcome(summary: TestRunResource["summary"]): {
  readonly status: "passed" | "failed" | "errored";
  readonly detail: string | null;
} {
  if (summary.failed > 0) return { status: "failed", detail: null };
  if (summary.errored > 0) return { status: "errored", detail: null };
  if (summary.passed > 0) return { status: "passed", detail: null };
  if (summary.total === 0) return { status: "errored", detail: "There was no case to run." };
  return { status: "errored", detail: "No case could run. Each case contains the reason." };
}
