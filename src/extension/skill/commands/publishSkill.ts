import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { encodeFile } from "../../../client/files/encodeFile.ts";
import type { Skill } from "../../../contract/skills.ts";
import { lintSkill } from "../../../skills/lint/lintSkill.ts";
import { readSkill } from "../../../skills/readSkill.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { findPathProblems, maxTotalFileBytes } from "../../../text/filePaths.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { isArchived } from "../../base/archivedState.ts";
import { type CommandHandler, type EditorServices, runCancellable } from "../../base/editorServices.ts";
import { CommandError } from "../../base/failure.ts";
import { computeContentDigest } from "../../base/fileDigest.ts";
import { findWorkspaceFolderPath, joinFolderPath } from "../../base/folderPath.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { ensureProject, type ProjectChoice } from "../../project/commands/projectChoice.ts";
import { confirmUntestedVersion } from "../../testing/commands/confirmUntestedVersion.ts";
import { isTestedContent } from "../../testing/model/readTestRuns.ts";
import { findSkillOfFolder } from "../model/findSkillOfFolder.ts";
import { formatSkillProblem } from "../model/formatSkill.ts";
import { selectSkillFiles } from "../model/skillFiles.ts";
import { getSkillLinks } from "../model/skillLinks.ts";
import { createSkillNode } from "../rows/skillTreeRows.ts";
import type { SkillContext } from "../skillServices.ts";
import { askPublish, type PublishAnswers, selectHarmlessFiles } from "./askPublish.ts";
import { chooseSourceFolder, findSourceFolder } from "./chooseSkillFolder.ts";
import { askSkillProject } from "./ensureSkill.ts";
import { findSkill } from "./findSkill.ts";
import { publishSkillTo } from "./source/publishSkillTo.ts";

const name = ".skillignore";

/** Adds paths to the ignore file, so that publishing and comparing omit them from now on. */
async function addToSkillIgnore(
  app: SkillContext,
  folder: string,
  all: readonly FileContent[],
  chosen: readonly FileContent[],
): Promise<void> {
  const left = all.filter((file) => !chosen.includes(file)).map(({ path }) => path);
  if (left.length === 0) return;
  if (!folder.startsWith("file:")) {
    const message =
      left.length === 1
        ? l10n.t`1 file of ${readDocumentName(folder)} was left out this time. A ${name} keeps it out.`
        : l10n.t`${left.length} files of ${readDocumentName(folder)} were left out this time. A ${name} keeps them out.`;
    return showMessage(app, "info", message);
  }
  const folderPath = findWorkspaceFolderPath(app.folders.roots(), folder);
  const before = await app.folders.readFile(joinFolderPath(folderPath, name));
  const text = before ? new TextDecoder().decode(before).replace(/\n*$/, "\n") : "";
  const lines = left.map((path) => `/${path.replaceAll(/[\\*?[\]!# ]/g, "\\$&")}\n`).join("");
  await app.folders.change(folderPath, { write: [{ path: name, bytes: Buffer.from(text + lines) }] });
  const message =
    left.length === 1
      ? l10n.t`${left[0] ?? ""} is left out of ${readDocumentName(folder)} from now on: see ${name}.`
      : l10n.t`${left.length} files are left out of ${readDocumentName(folder)} from now on: see ${name}.`;
  showMessage(app, "info", message);
}

/** Publishes a skill's folder as a version; of a published skill, asks where. */
export const publishSkill: CommandHandler<SkillContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const { node } = target;
  if (node?.kind === "skill" && node.skill.latestVersion) {
    const skill = await findSkill(app, client, target, { title: "", none: "" });
    if (!skill) return;
    const source = await findSourceFolder(app, skill.id, skill.name);
    const place = await publishSkillTo(app, client, skill, source !== undefined);
    if (place === "here" && source !== undefined) await publishFolder(app, client, source);
    return;
  }
  const folder = await chooseSourceFolder(app, target, {
    title: l10n.t("Publish a Skill"),
    placeholder: l10n.t("Which folder?"),
  });
  if (folder !== undefined) await publishFolder(app, client, folder);
};

/** The skill with its new version; undefined: cancelled, rejected, or unchanged. */
export async function publishFolder(
  app: SkillContext,
  client: ServiceClient,
  folder: string,
): Promise<Skill | undefined> {
  await app.documents.save(folder);
  const files = await selectSkillFiles(app.documents, folder);
  if (!(await checkPublishable(app, folder, files))) return undefined;
  const skillContent = readSkill(files);
  const name = skillContent?.name ?? readDocumentName(folder);
  const hosted = await findSkillOfFolder(app, client, folder, name);
  if (hosted?.latestVersion && hosted.digest === computeContentDigest(files)) {
    await getSkillLinks(app).saveFolder(folder, hosted.id);
    return showMessage(
      app,
      "info",
      l10n.t`Nothing is new: ${name} ${hosted.latestVersion} holds just these files.`,
      await createNextSteps(app, client, hosted),
    );
  }
  const to = hosted ?? (await askSkillProject(app, client, l10n.t`Publish ${name}`));
  if (!to) return undefined;
  const published = hosted ? await versionsOf(client, hosted) : [];
  const question = {
    title: l10n.t`Publish ${name}`,
    files,
    published,
    declared: skillContent?.metadata.version,
    isFirstVersion: !hosted?.latestVersion && published.length === 0,
  };
  const offered = computeContentDigest(selectHarmlessFiles(files));
  if (hosted && !(await confirmFailedTests(app, client, hosted, offered))) return undefined;
  const answers = await askPublish(app, question);
  if (!answers) return undefined;
  const chosen = computeContentDigest(answers.files);
  if (hosted && chosen !== offered && !(await confirmFailedTests(app, client, hosted, chosen))) return undefined;
  const skill = await send(app, client, { name, answers, to });
  if (!skill) return undefined;
  await getSkillLinks(app).saveFolder(folder, skill.id);
  await addToSkillIgnore(app, folder, files, answers.files);
  const steps = await createNextSteps(app, client, skill);
  showMessage(app, "info", l10n.t`Published ${skill.name} ${skill.latestVersion ?? ""}.`, steps);
  return skill;
}

/** Confirms files whose tests failed. */
function confirmFailedTests(
  app: EditorServices,
  client: ServiceClient,
  { id, name }: Skill,
  digest: string,
): Promise<boolean> {
  return confirmUntestedVersion(app, client, {
    of: { kind: "skill", id, name },
    called: l10n.t`Publish ${name}`,
    digest,
    anyway: l10n.t("Publish Anyway"),
  });
}

interface Order {
  readonly name: string;
  readonly answers: PublishAnswers;
  /** The skill of the version, or the project of a new skill. */
  readonly to: Skill | ProjectChoice;
}

async function send(
  app: ConnectedServices,
  client: ServiceClient,
  { name, answers, to }: Order,
): Promise<Skill | undefined> {
  const body = bodyOf(answers);
  const ended = await runCancellable(app.progress, l10n.t`Publishing ${name} ${answers.version}`, async (_, signal) => {
    if (!("kind" in to)) {
      const restored = isArchived(to) ? { archived: false } : {};
      return client.call("skill.update", { id: to.id, ...restored, ...body }, { signal });
    }
    const projectId = await ensureProject(app, client, to, signal);
    return client.call("skills.create", { projectId, publish: true, ...body }, { signal });
  });
  app.refresh("fairlead.skills", "fairlead.registry", "fairlead.projects");
  if (ended.kind === "done") return ended.value;
  return showMessage(
    app,
    "info",
    l10n.t`Publishing ${name} was cancelled. The Skills view shows whether a version was made before.`,
  );
}

function bodyOf({ files, version, notes }: PublishAnswers) {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > maxTotalFileBytes) {
    const most = maxTotalFileBytes / 2 ** 20;
    throw new CommandError(l10n.t`The files have more than ${most} MiB together. Leave some out, then publish again.`);
  }
  return { files: files.map(encodeFile), version, ...(notes && { notes }) };
}

async function versionsOf(client: ServiceClient, { artifactId }: Skill): Promise<readonly string[]> {
  if (!artifactId) return [];
  const versions: string[] = [];
  for await (const { version } of client.list("registry.versions", { id: artifactId, limit: 200 }))
    versions.push(version);
  return versions;
}

async function createNextSteps(app: EditorServices, client: ServiceClient, skill: Skill) {
  const { id, digest } = skill;
  const isTested = digest && (await isTestedContent(app.log, client, { kind: "skill", id }, digest));
  const node = createSkillNode(skill);
  return {
    [l10n.t("Install")]: () => app.run("fairlead.skill.install", { node }),
    ...(!isTested && { [l10n.t("Run Tests")]: () => app.run("fairlead.skill.test", { node }) }),
  };
}

/** Whether a folder can be published; shows the problems if not. */
async function checkPublishable(app: EditorServices, folder: string, files: readonly FileContent[]): Promise<boolean> {
  const name = readDocumentName(folder);
  const [bad] = findPathProblems(files.map(({ path }) => path));
  if (bad) {
    showMessage(app, "error", l10n.t`${name} cannot be published because of its file "${bad.path}". ${bad.message}`);
    return false;
  }
  const errors = lintSkill(files, name).filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (!first) return true;
  const isThere = files.some(({ path }) => path === first.path);
  const show = async () => {
    await app.documents.show(`${folder}/${first.path}`, { preview: false, line: first.line - 1 });
    await app.documents.showProblems();
  };
  const message = l10n.t`${name} cannot be published: ${formatSkillProblem(errors)}. ${first.message}`;
  showMessage(app, "error", message, isThere ? { [l10n.t("Show Problems")]: show } : {});
  return false;
}
