import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { encodeFile } from "../../../client/files/encodeFile.ts";
import type { EvalAgentName, TestRunDetail } from "../../../contract/testRuns.ts";
import { parseServerReference } from "../../../skills/serverReference.ts";
import { findSkillFile } from "../../../skills/skillFile.ts";
import { estimateAgentWork, estimateModelCalls } from "../../../testcases/estimateModelCalls.ts";
import { readSkillCases, selectCases, selectSkillCases } from "../../../testcases/readSkillCases.ts";
import { isRunnableScript, type SkillCase } from "../../../testcases/skillCase.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { computeContentDigest } from "../../base/fileDigest.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import {
  isRunOnThisMachine,
  type RunnableCode,
  readVersionCode,
  unknownCode,
} from "../../registry/commands/codeConsent.ts";
import { readBreakingChangesInput } from "../../registry/model/breakingChangesInput.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { readServer } from "../../server/model/readServer.ts";
import { getServerLinks } from "../../server/model/serverLinks.ts";
import { archiveDraft, ensureSkill } from "../../skill/commands/ensureSkill.ts";
import { selectSkillFiles } from "../../skill/model/skillFiles.ts";
import { type EvalRunner, formatEvalRunner } from "../model/model/evalRunner.ts";
import type { SubjectModelCalls } from "../model/modelAccess.ts";
import { readSubjectKey, readSubjectName, type TestRequest, type TestSubject } from "../model/testSubject.ts";
import type { TestingServices } from "../testingServices.ts";

/** The model's address for the service: the relay of one run. */
export interface RelayedModel {
  readonly baseUrl: string;
  readonly name: string;
  readonly key: string;
  /** The agent whose program does the tasks with it. */
  readonly agent?: EvalAgentName;
}

/** A started run; its subject is hosted by then. */
export interface StartedTestRun {
  readonly subject: TestSubject;
  readonly run: TestRunDetail;
}

/** A run with the facts that its confirmation needs. */
export interface PreparedTestRun {
  readonly order: TestRequest;
  /** `greeter, workspace files` */
  readonly title: string;
  /** Calls to the model, if there is one. */
  readonly calls: SubjectModelCalls;
  readonly code: RunnableCode;
  /** The servers that its evals use, which run on this machine too. */
  readonly servers: readonly RunnableCode[];
  /** Resolves to undefined when the user cancels a prompt. */
  start(client: ServiceClient, model: RelayedModel | undefined): Promise<StartedTestRun | undefined>;
}

/** The code of all runs. Several runs of an evaluation use the same server. */
export function listRunCode(prepared: readonly Pick<PreparedTestRun, "code" | "servers">[]): readonly RunnableCode[] {
  const servers = prepared.flatMap((one) => one.servers);
  const unique = new Map(servers.map((one) => [JSON.stringify([one.owner, one.called]), one]));
  return [...prepared.map((one) => one.code), ...unique.values()];
}

type ServerSubject = Extract<TestSubject, { kind: "server" }>;
type SkillSubject = Extract<TestSubject, { kind: "skill" }>;

export type PrepareTestRunContext = ConnectedServices & RegistryServices & Pick<TestingServices, "model">;

/** Reads the files of the run. Sends nothing yet. `runner` does the tasks: by default that of the evaluation, or the one in use. */
export function prepareTestRun(
  app: PrepareTestRunContext,
  client: ServiceClient,
  order: TestRequest,
  runner: EvalRunner | undefined = order.evaluation?.runner ?? app.model.settings.read(),
): Promise<PreparedTestRun> {
  const { subject } = order;
  if (subject.kind === "server") return prepareServer(app, client, order, subject);
  return subject.folder !== undefined && order.version === undefined
    ? prepareFolder(app, client, { order, runner }, { ...subject, folder: subject.folder })
    : prepareVersion(app, client, { order, runner }, subject);
}

interface SkillOrder {
  readonly order: TestRequest;
  readonly runner: EvalRunner | undefined;
}

const chosen = ({ cases }: TestRequest) => (cases ? { cases: [...cases] } : {});

/** What a run of a skill does besides its content. */
function skillRunOf(order: TestRequest, model: RelayedModel | undefined) {
  const { evaluation, repeats = 1 } = order;
  const part = evaluation && {
    id: evaluation.id,
    runner: formatEvalRunner(evaluation.runner),
    runners: [...evaluation.runners],
    repeats,
  };
  return { ...chosen(order), ...(model && { model }), ...(part && { evaluation: part }) };
}

async function prepareServer(
  app: ConnectedServices & RegistryServices,
  client: ServiceClient,
  order: TestRequest,
  subject: ServerSubject,
): Promise<PreparedTestRun> {
  const { server, caseFile } = subject;
  const isLocal = isRunOnThisMachine(app);
  const current = (isLocal && (await readServer(client, server.id))) || server;
  const { latestVersion, name } = current;
  const tested = order.version ?? latestVersion;
  // On this machine the version that the user agrees to runs, also when a newer one appears meanwhile.
  const version = isLocal ? (tested ?? undefined) : order.version;
  const code = await readVersionCode(app, client, current, tested);
  const folder = getServerLinks(app).folderOf(server.id);
  const title = [name, tested].filter(Boolean).join(" ");
  const suite =
    caseFile === undefined
      ? {}
      : { suite: { path: readDocumentName(caseFile), content: await app.documents.read(caseFile) } };
  return {
    order,
    title,
    code: { owner: server.id, called: title, folder, ...code },
    calls: { key: readSubjectKey(subject), least: 0, most: 0 },
    servers: [],
    start: async (now) => {
      const breakingChanges = readBreakingChangesInput(app, order.isForDeployment);
      const what = { ...chosen(order), ...suite, ...breakingChanges };
      const body = { id: server.id, ...what, ...(version !== undefined && { version }) };
      return { subject, run: await now.call("serverTestRuns.start", body) };
    },
  };
}

async function prepareFolder(
  app: PrepareTestRunContext,
  client: ServiceClient,
  skillOrder: SkillOrder,
  subject: SkillSubject & { readonly folder: string },
): Promise<PreparedTestRun> {
  const { order } = skillOrder;
  const { folder } = subject;
  await app.documents.save(folder);
  const files = await selectSkillFiles(app.documents, folder);
  return {
    order,
    title: l10n.t`${readSubjectName(subject)}, workspace files`,
    ...plannedOf(skillOrder, files, { called: readSubjectName(subject), folder }),
    servers: await readTaskServers(app, client, order, files),
    start: async (now, model) => {
      const runnable = await ensureSkill(app, now, folder);
      if (!runnable) return undefined;
      const { skill } = runnable;
      // Published content is tested as its version.
      const sent = skill.digest === computeContentDigest(files) ? {} : { files: files.map(encodeFile) };
      const body = { id: skill.id, ...skillRunOf(order, model), ...sent };
      try {
        return { subject: { ...subject, skill }, run: await now.call("skillTestRuns.start", body) };
      } finally {
        // An evaluation starts several runs, and archives it after them.
        if (!order.evaluation) await archiveDraft(app, now, runnable);
      }
    },
  };
}

async function prepareVersion(
  app: PrepareTestRunContext,
  client: ServiceClient,
  skillOrder: SkillOrder,
  subject: SkillSubject,
): Promise<PreparedTestRun> {
  const { order } = skillOrder;
  const { skill } = subject;
  const version = order.version ?? skill?.latestVersion ?? undefined;
  const isPublished = skill?.artifactId && version !== undefined;
  const files = isPublished ? await app.versions.list(client, skill.artifactId ?? "", version) : undefined;
  const title = [readSubjectName(subject), version ?? l10n.t("draft")].join(" ");
  return {
    order,
    title,
    ...plannedOf(skillOrder, files, { called: title, folder: undefined }),
    servers: files ? await readTaskServers(app, client, order, files) : [],
    start: async (now, model) => {
      if (!skill) return undefined;
      const wanted = version === undefined ? {} : { version };
      const body = { id: skill.id, ...skillRunOf(order, model), ...wanted };
      return { subject, run: await now.call("skillTestRuns.start", body) };
    },
  };
}

/** The calls and programs of the run's cases. Without the files of a draft, the names of the cases say whether a script may run. */
function plannedOf(
  { order: { subject, cases, repeats = 1 }, runner }: SkillOrder,
  files: readonly FileContent[] | undefined,
  { called, folder }: Pick<RunnableCode, "called" | "folder">,
): Pick<PreparedTestRun, "calls" | "code"> {
  const key = readSubjectKey(subject);
  const code = { owner: key, called, folder, isSkill: true } as const;
  if (!files) {
    const mayRunScripts = cases === undefined || cases.some((id) => /^script\b/.test(id));
    const content = mayRunScripts ? unknownCode : { programs: [], files: [] };
    return { calls: { key, least: 0, most: 0 }, code: { ...code, ...content } };
  }
  const wanted = selectSkillCases(files, { repeats, cases });
  const programs = new Set(
    wanted.flatMap((one) => (one.kind === "script" && isRunnableScript(one.script) ? [one.script] : [])),
  );
  // The instructions are for agents. A script may load any other file, and case files say what it is called with.
  const instructions = findSkillFile(files);
  const loadable = files.filter((file) => file !== instructions);
  return {
    calls: estimateCalls(wanted, key, runner),
    code: { ...code, programs: [...programs], files: loadable },
  };
}

/** The user agrees to an agent apart from its model. */
function estimateCalls(cases: readonly SkillCase[], key: string, runner: EvalRunner | undefined): SubjectModelCalls {
  if (runner?.kind !== "agent") return { key, ...estimateModelCalls(cases) };
  const { tasks: agentTasks, ...calls } = estimateAgentWork(cases);
  return { key: `${key} ${formatEvalRunner(runner)}`, agentTasks, ...calls };
}

/**
 * The code of the servers that the evals of a run use, found as the service finds it. One that is not found here is
 * asked about too, because it may be there when the run begins.
 */
async function readTaskServers(
  app: ConnectedServices & RegistryServices,
  client: ServiceClient,
  { subject, cases }: TestRequest,
  files: readonly FileContent[],
): Promise<readonly RunnableCode[]> {
  // The ids of single tries begin with those of their cases.
  const isChosen = (id: string) => cases?.some((one) => one.startsWith(`${id}:`)) ?? true;
  const all = readSkillCases(files);
  const chosen = new Set([...selectCases(all, cases), ...all.filter(({ id }) => isChosen(id))]);
  const references = new Set([...chosen].flatMap((one) => (one.kind === "eval" ? (one.server ?? []) : [])));
  const projectId = subject.kind === "skill" ? subject.skill?.projectId : undefined;
  const servers: RunnableCode[] = [];
  for (const called of references) {
    const found = projectId === undefined ? [] : await readReferencedCode(app, client, projectId, called);
    const unknown = { owner: readSubjectKey(subject), called, folder: undefined, ...unknownCode };
    servers.push(...(found.length > 0 ? found : [unknown]));
  }
  return servers;
}

/** Names are not unique in a project: all servers of the name. */
async function readReferencedCode(
  app: ConnectedServices & RegistryServices,
  client: ServiceClient,
  projectId: string,
  called: string,
): Promise<readonly RunnableCode[]> {
  const reference = parseServerReference(called);
  if (!reference) return [];
  const servers: RunnableCode[] = [];
  for await (const server of client.list("servers.list", { projectId, limit: 200 })) {
    if (server.name !== reference.name) continue;
    const code = await readVersionCode(app, client, server, reference.version);
    servers.push({ owner: server.id, called, folder: getServerLinks(app).folderOf(server.id), ...code });
  }
  return servers;
}
