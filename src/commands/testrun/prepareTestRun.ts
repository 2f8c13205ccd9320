import type { ServiceClient } from "../../client/client.ts";
import type { TestRunDetail } from "../../contract/testRuns.ts";
import { computeContentDigest } from "../../core/foundation/fileDigest.ts";
import { encodeFile } from "../../core/registry/encodeFile.ts";
import { selectSkillFiles } from "../../core/skill/skillFiles.ts";
import type { SubjectModelCalls } from "../../core/testrun/modelCalls.ts";
import { readSubjectKey, readSubjectName, type TestRequest, type TestSubject } from "../../core/testrun/testSubject.ts";
import type { SkillFile } from "../../skills/skill.ts";
import { estimateModelCalls } from "../../testcases/estimateModelCalls.ts";
import { readSkillCases, selectCases } from "../../testcases/readSkillCases.ts";
import { readDocumentName } from "../../text/documentName.ts";
import type { App } from "../app.ts";
import { type RunnableCode, readVersionPrograms } from "../registry/codeConsent.ts";
import { type EnsureSkillContext, ensureSkill } from "../skill/ensureSkill.ts";

/** The model's address for the service: the relay of one run. */
export interface RelayedModel {
  readonly baseUrl: string;
  readonly name: string;
  readonly key: string;
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
  /** Resolves to undefined when the user cancels a prompt. */
  start(client: ServiceClient, model: RelayedModel | undefined): Promise<StartedTestRun | undefined>;
}

type ServerSubject = Extract<TestSubject, { kind: "server" }>;
type SkillSubject = Extract<TestSubject, { kind: "skill" }>;

export type PrepareTestRunContext = EnsureSkillContext & Pick<App, "log" | "versions">;

/** Reads the files of the run. Sends nothing yet. */
export function prepareTestRun(
  app: PrepareTestRunContext,
  client: ServiceClient,
  order: TestRequest,
): Promise<PreparedTestRun> {
  const { subject } = order;
  if (subject.kind === "server") return prepareServer(app, client, order, subject);
  return subject.folder !== undefined && order.version === undefined
    ? prepareFolder(app, order, { ...subject, folder: subject.folder })
    : prepareVersion(app, client, order, subject);
}

const chosen = ({ cases }: TestRequest) => (cases ? { cases: [...cases] } : {});

async function prepareServer(
  app: Pick<App, "connections" | "documents" | "log" | "versions">,
  client: ServiceClient,
  order: TestRequest,
  subject: ServerSubject,
): Promise<PreparedTestRun> {
  const { server, caseFile } = subject;
  const { version } = order;
  const { artifactId, latestVersion, name } = server;
  const tested = version ?? latestVersion;
  const programs = await readVersionPrograms(app, client, artifactId, tested);
  const title = [name, tested].filter(Boolean).join(" ");
  const suite =
    caseFile === undefined
      ? {}
      : { suite: { path: readDocumentName(caseFile), content: await app.documents.read(caseFile) } };
  return {
    ...{ order, title, code: { owner: server.id, called: title, programs } },
    calls: { key: readSubjectKey(subject), least: 0, most: 0 },
    start: async (now) => {
      const body = { id: server.id, ...chosen(order), ...suite, ...(version !== undefined && { version }) };
      return { subject, run: await now.call("serverTestRuns.start", body) };
    },
  };
}

async function prepareFolder(
  app: EnsureSkillContext,
  order: TestRequest,
  subject: SkillSubject & { readonly folder: string },
): Promise<PreparedTestRun> {
  const { folder } = subject;
  await app.documents.save(folder);
  const files = await selectSkillFiles(app.documents, folder);
  return {
    order,
    title: `${readSubjectName(subject)}, workspace files`,
    ...plannedOf(order, files, readSubjectName(subject)),
    start: async (client, model) => {
      const skill = await ensureSkill(app, client, folder);
      if (!skill) return undefined;
      // Published content is tested as its version.
      const sent = skill.digest === computeContentDigest(files) ? {} : { files: files.map(encodeFile) };
      const body = { id: skill.id, ...chosen(order), ...sent, ...(model && { model }) };
      return { subject: { ...subject, skill }, run: await client.call("skillTestRuns.start", body) };
    },
  };
}

async function prepareVersion(
  app: Pick<App, "versions">,
  client: ServiceClient,
  order: TestRequest,
  subject: SkillSubject,
): Promise<PreparedTestRun> {
  const { skill } = subject;
  const version = order.version ?? skill?.latestVersion ?? undefined;
  const isPublished = skill?.artifactId && version !== undefined;
  const files = isPublished ? await app.versions.list(client, skill.artifactId ?? "", version) : [];
  const title = [readSubjectName(subject), version ?? "draft"].join(" ");
  return {
    ...{ order, title },
    ...plannedOf(order, files, title),
    start: async (now, model) => {
      if (!skill) return undefined;
      const wanted = version === undefined ? {} : { version };
      const body = { id: skill.id, ...chosen(order), ...wanted, ...(model && { model }) };
      return { subject, run: await now.call("skillTestRuns.start", body) };
    },
  };
}

/** The calls and programs of the run's cases. */
function plannedOf(
  { subject, cases }: TestRequest,
  files: readonly SkillFile[],
  called: string,
): Pick<PreparedTestRun, "calls" | "code"> {
  const key = readSubjectKey(subject);
  const wanted = selectCases(readSkillCases(files), cases);
  const programs = new Set(wanted.flatMap((one) => (one.kind === "script" ? [one.script] : [])));
  return { calls: { key, ...estimateModelCalls(wanted) }, code: { owner: key, called, programs: [...programs] } };
}
