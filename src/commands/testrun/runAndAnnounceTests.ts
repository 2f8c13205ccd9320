import type { TestRun } from "../../contract/testRuns.ts";
import { formatState } from "../../core/foundation/serviceState.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { formatRunSummary } from "../../core/testrun/formatRun.ts";
import { type RunTestsContext, runTests } from "../../core/testrun/runTests.ts";
import { readSubjectName, type TestRequest } from "../../core/testrun/testSubject.ts";
import { formatFirst } from "../../text/formatFirst.ts";
import { joinWords } from "../../text/joinWords.ts";
import type { App } from "../app.ts";

export type RunAndAnnounceTestsContext = RunTestsContext & Pick<App, "log" | "messages">;

/** Runs the tests that the user asked for, and says how they ended. */
export async function runAndAnnounceTests(
  app: RunAndAnnounceTestsContext,
  orders: readonly TestRequest[],
): Promise<void> {
  const called = formatFirst(orders.map(({ subject, version }) => joinWords(readSubjectName(subject), version)));
  const ended = await runTests(app, `Testing ${called}`, orders, { isForeground: true });
  if (ended.kind === "cancelled" || ended.value.length === 0) return;
  const level = ended.value.every(({ status }) => status === "passed") ? "info" : "warning";
  const results = ended.value.map(formatResult).join("; ");
  showMessage(app, level, `${called}: ${results}.`, { Show: () => app.tests.showResults() });
}

/** `7 passed, 1 failed`, or why there are no counts. */
function formatResult({ status, summary, statusDetail }: TestRun): string {
  const counts = summary?.total === 0 ? undefined : formatRunSummary(summary);
  return counts ?? statusDetail?.replace(/\.$/, "") ?? formatState(status) ?? "the tests ended";
}
