import * as l10n from "@vscode/l10n";
import type { TestRun } from "../../../contract/testRuns.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { NextSteps } from "../../base/ports.ts";
import { formatState } from "../../base/serviceState.ts";
import { type NewsContext, showNews } from "../../base/showMessage.ts";
import { readAvailable } from "../../base/unavailability.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readServer } from "../../server/model/readServer.ts";
import { formatRunDetail, formatRunSummary } from "../model/formatRun.ts";
import { readTestRun } from "../model/readTestRuns.ts";
import { type RunTestsContext, runTests } from "../model/runTests.ts";
import { readSubjectName, type TestRequest } from "../model/testSubject.ts";
import { readProofRemedies } from "./deploy/proofRemedies.ts";

export type RunAndAnnounceTestsContext = RunTestsContext & NewsContext & EditorServices & ConnectedServices;

/** Runs the tests that the user asked for, and says how they ended. */
export async function runAndAnnounceTests(app: RunAndAnnounceTestsContext, order: TestRequest): Promise<void> {
  const { kind } = order.subject;
  const name = readSubjectName(order.subject);
  const called = joinWords(name, order.version);
  const { openResults } = app.settings();
  const isForeground = openResults.includes("testResults");
  let model: { readonly note: string; readonly steps: NextSteps } | undefined;
  const ended = await runTests(app, l10n.t`Testing ${called}`, [order], {
    isForeground,
    onModelNote: (note, steps) => {
      model = { note, steps };
    },
  });
  const run = ended.kind === "done" ? ended.value[0] : undefined;
  if (!run) return;
  const remedies = await findProofRemedies(app, order, run);
  const causes = remedies?.causes.map(({ message }) => message) ?? [];
  const level = run.status === "passed" && causes.length === 0 ? "info" : "warning";
  showNews(app, "tests", level, joinWords(`${called}: ${formatResult(run)}.`, ...causes, model?.note), {
    [l10n.t("Show")]: () => app.tests.showResults(),
    ...remedies?.steps,
    ...model?.steps,
  });
  const id = run.serverId ?? run.skillId;
  if (id && openResults.includes("testReport"))
    await app.run("fairlead.testRun.open", { node: { kind: "testRun", run, of: { kind, id, name } } });
}

/**
 * What of the API or its credential kept tools from being tried: their cases are skipped, which the counts alone do not say. The tests run
 * again once the user changed it.
 */
async function findProofRemedies(app: RunAndAnnounceTestsContext, order: TestRequest, { id, version }: TestRun) {
  const { subject } = order;
  const client = subject.kind === "server" ? await app.client() : undefined;
  if (!client || subject.kind !== "server" || !version) return undefined;
  const read = await readAvailable(readTestRun(client, "server", id));
  if (read.kind === "unavailable") return undefined;
  const server = (await readServer(client, subject.server.id)) ?? subject.server;
  const { causes, actions, apply } = readProofRemedies(app, client, { server, version, run: read.value });
  const applyAndTest = async (action: string) => {
    const changed = await apply(action);
    if (changed === undefined) return;
    const tested = changed === "askCredential" ? server : changed;
    await runAndAnnounceTests(app, { ...order, subject: { ...subject, server: tested } });
  };
  return { causes, steps: Object.fromEntries(actions.map((action) => [action, () => applyAndTest(action)])) };
}

/** `7 passed, 1 failed`, or why there are no counts. */
function formatResult(run: TestRun): string {
  const { status, summary } = run;
  const counts = summary?.total === 0 ? undefined : formatRunSummary(summary);
  return counts ?? formatRunDetail(run)?.replace(/\.$/, "") ?? formatState(status) ?? l10n.t("the tests ended");
}
