import type { TestRun } from "../../contract/testRuns.ts";
import { formatState } from "../../core/foundation/serviceState.ts";
import { type NewsContext, showNews } from "../../core/foundation/showMessage.ts";
import { formatRunSummary } from "../../core/testrun/formatRun.ts";
import { type RunTestsContext, runTests } from "../../core/testrun/runTests.ts";
import { findTestOwner, readSubjectName, type TestRequest } from "../../core/testrun/testSubject.ts";
import { formatFirst } from "../../text/formatFirst.ts";
import { joinWords } from "../../text/joinWords.ts";
import type { App } from "../app.ts";

export type RunAndAnnounceTestsContext = RunTestsContext & NewsContext & Pick<App, "run">;

/** Runs the tests that the user asked for, and says how they ended. */
export async function runAndAnnounceTests(
  app: RunAndAnnounceTestsContext,
  orders: readonly TestRequest[],
): Promise<void> {
  const called = formatFirst(orders.map(({ subject, version }) => joinWords(readSubjectName(subject), version)));
  const { openResults } = app.settings();
  const isForeground = openResults.includes("testResults");
  const ended = await runTests(app, `Testing ${called}`, orders, { isForeground });
  if (ended.kind === "cancelled" || ended.value.length === 0) return;
  const level = ended.value.every(({ status }) => status === "passed") ? "info" : "warning";
  const results = ended.value.map(formatResult).join("; ");
  showNews(app, "tests", level, `${called}: ${results}.`, { Show: () => app.tests.showResults() });
  if (openResults.includes("testReport")) for (const run of ended.value) await openReport(app, orders, run);
}

async function openReport(app: Pick<App, "run">, orders: readonly TestRequest[], run: TestRun): Promise<void> {
  const id = run.serverId ?? run.skillId;
  const owners = orders.flatMap(({ subject }) => findTestOwner(subject) ?? []);
  const of = owners.find((owner) => owner.id === id);
  if (of) await app.run("fairlead.testRun.open", { node: { kind: "testRun", run, of } });
}

/** `7 passed, 1 failed`, or why there are no counts. */
function formatResult({ status, summary, statusDetail }: TestRun): string {
  const counts = summary?.total === 0 ? undefined : formatRunSummary(summary);
  return counts ?? statusDetail?.replace(/\.$/, "") ?? formatState(status) ?? "the tests ended";
}
