import * as l10n from "@vscode/l10n";
import type { TestRun } from "../../../contract/testRuns.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { formatState } from "../../base/serviceState.ts";
import { type NewsContext, showNews } from "../../base/showMessage.ts";
import { readAvailable } from "../../base/unavailability.ts";
import { labelCredentials } from "../../server/model/credentials/variableGroups.ts";
import { formatRunSummary } from "../model/formatRun.ts";
import { readTestRun } from "../model/readTestRuns.ts";
import { formatRunDetail } from "../model/runFailure.ts";
import { type RunTestsContext, runTests } from "../model/runTests.ts";
import { readSubjectName, type TestRequest, type TestSubject } from "../model/testSubject.ts";
import { listProofCauses } from "../model/toolProof.ts";

export type RunAndAnnounceTestsContext = RunTestsContext & NewsContext & EditorServices;

/** Runs the tests that the user asked for, and says how they ended. */
export async function runAndAnnounceTests(app: RunAndAnnounceTestsContext, order: TestRequest): Promise<void> {
  const { kind } = order.subject;
  const name = readSubjectName(order.subject);
  const called = joinWords(name, order.version);
  const { openResults } = app.settings();
  const isForeground = openResults.includes("testResults");
  const ended = await runTests(app, l10n.t`Testing ${called}`, [order], { isForeground });
  const run = ended.kind === "done" ? ended.value[0] : undefined;
  if (!run) return;
  const cause = await findProofCause(app, order.subject, run);
  const level = run.status === "passed" && cause === undefined ? "info" : "warning";
  showNews(app, "tests", level, joinWords(`${called}: ${formatResult(run)}.`, cause?.message), {
    [l10n.t("Show")]: () => app.tests.showResults(),
    ...cause?.actions,
  });
  const id = run.serverId ?? run.skillId;
  if (id && openResults.includes("testReport"))
    await app.run("fairlead.testRun.open", { node: { kind: "testRun", run, of: { kind, id, name } } });
}

/** What of the API or its credential kept tools from being tried: their cases are skipped, which the counts alone do not say. */
async function findProofCause(app: EditorServices, subject: TestSubject, { id }: TestRun) {
  const client = subject.kind === "server" ? await app.client() : undefined;
  if (!client || subject.kind !== "server") return undefined;
  const { server } = subject;
  const read = await readAvailable(readTestRun(client, "server", id));
  const [cause] = read.kind === "available" ? listProofCauses(read.value) : [];
  if (!cause) return undefined;
  const edit = () => app.run("fairlead.server.editVariables", { node: { kind: "variables", server } });
  return { message: labelCredentials(server, cause.message), actions: { [l10n.t("Edit Variables")]: edit } };
}

/** `7 passed, 1 failed`, or why there are no counts. */
function formatResult(run: TestRun): string {
  const { status, summary } = run;
  const counts = summary?.total === 0 ? undefined : formatRunSummary(summary);
  return counts ?? formatRunDetail(run)?.replace(/\.$/, "") ?? formatState(status) ?? l10n.t("the tests ended");
}
