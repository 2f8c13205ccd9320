import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import type { TestRun } from "../../../contract/testRuns.ts";
import { isServerCasePath } from "../../../testcases/readServerCases.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { NextSteps } from "../../base/ports.ts";
import { formatState } from "../../base/serviceState.ts";
import { type NewsContext, showMessage, showNews } from "../../base/showMessage.ts";
import { readAvailable } from "../../base/unavailability.ts";
import { useLocalByDefault } from "../../connection/commands/useLocalService.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { findServer, findServerAndClient } from "../../server/commands/findServer.ts";
import { readServer } from "../../server/model/readServer.ts";
import { findSkillFolder } from "../../skill/model/skillPart.ts";
import { findCaseFile, getCaseFileServers } from "../model/caseFiles.ts";
import { formatRunDetail, formatRunSummary } from "../model/formatRun.ts";
import { readTestRun } from "../model/readTestRuns.ts";
import { type RunTestsContext, runTests } from "../model/runTests.ts";
import { readSubjectName, type TestRequest, type TestSubject } from "../model/testSubject.ts";
import { readProofRemedies } from "./deploy/proofRemedies.ts";
import { type FindSkillRequestContext, findSkillRequest, readFolderSubject } from "./findSkillRequest.ts";

/** Runs a case of a case file, or a group; without an id, all cases of the file's server or skill. */
export const runTestCase: CommandHandler<ConnectedServices & RunAndAnnounceTestsContext> = async (
  app,
  { resource, caseId },
) => {
  const file = resource ?? app.documents.active()?.uri;
  if (file === undefined) return;
  const client = await app.client();
  if (!client) return;
  const folder = findSkillFolder(file);
  if (folder === undefined && !isServerCasePath(file))
    return showMessage(app, "info", l10n.t`${readDocumentName(file)} holds no cases of a server or a skill.`);
  const subject =
    folder === undefined ? await serverOf(app, client, file) : await readFolderSubject(app, client, folder);
  if (subject) await runAndAnnounceTests(app, { subject, cases: caseId === undefined ? undefined : [caseId] });
};

/** The server of a case file; prompts once. undefined: cancelled. */
async function serverOf(app: ConnectedServices, client: ServiceClient, file: string): Promise<TestSubject | undefined> {
  const caseFileServers = await getCaseFileServers(app);
  const id = caseFileServers.serverOf(file);
  const remembered = id === undefined ? undefined : await readServer(client, id);
  const question = {
    title: l10n.t`Run ${readDocumentName(file)}`,
    suits: ({ latestVersion }: Server) => Boolean(latestVersion),
    none: l10n.t("There is no server to test yet. Deploy the folder of this file, then run its cases."),
  };
  const server = remembered ?? (await findServer(app, client, {}, question));
  if (!server) return undefined;
  if (!remembered) await caseFileServers.save(file, server.id);
  return { kind: "server", server, caseFile: file };
}

/** Runs the cases of a server, or of the clicked version. */
export const testServer: CommandHandler<ConnectedServices & RunAndAnnounceTestsContext> = async (app, target) => {
  const found = await findServerAndClient(app, target, {
    title: l10n.t("Test a Server"),
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: l10n.t("No server has code to test yet."),
  });
  if (!found) return;
  const { server } = found;
  const { node } = target;
  const version = node?.kind === "version" ? { version: node.version.version } : {};
  const caseFile = await findCaseFile(app, server.id);
  await runAndAnnounceTests(app, { subject: { kind: "server", server, caseFile }, cases: undefined, ...version });
};

/** Runs the cases of a skill: of its workspace folder if there is one, else of a version. */
export const testSkill: CommandHandler<FindSkillRequestContext & RunAndAnnounceTestsContext> = async (app, target) => {
  await useLocalByDefault(app);
  const client = await app.client();
  if (!client) return;
  const order = await findSkillRequest(app, client, target, l10n.t("Test a Skill"));
  if (order) await runAndAnnounceTests(app, order);
};

type RunAndAnnounceTestsContext = RunTestsContext & NewsContext & EditorServices & ConnectedServices;

/** Runs the tests that the user asked for, and says how they ended. */
async function runAndAnnounceTests(app: RunAndAnnounceTestsContext, order: TestRequest): Promise<void> {
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
