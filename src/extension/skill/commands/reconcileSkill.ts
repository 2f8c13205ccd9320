import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { RegistryVersion } from "../../../contract/registry.ts";
import type { Skill } from "../../../contract/skills.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { findWorkspaceFolderPath, folderPathUri, formatFolderLabel } from "../../base/folderPath.ts";
import type { PromptChoice } from "../../base/ports.ts";
import { confirmShownChange } from "../../base/prompts/confirmShownChange.ts";
import { showMessage } from "../../base/showMessage.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import { createFolderDiffSide } from "../../registry/commands/showDifferences.ts";
import { type FileSet, findFileDifferences } from "../../registry/model/fileDifferences.ts";
import { formatSkillCopy, formatSkillSource } from "../model/formatSkill.ts";
import { formatAgentName } from "../model/installTargets.ts";
import type { LocalSkill } from "../model/localSkills.ts";
import { readSkillCopyFiles, type SkillCopy } from "../model/skillCopies.ts";
import { findCopyUpdate, readSkillSourceState } from "../model/skillDrift.ts";
import { selectSkillFiles } from "../model/skillFiles.ts";
import { fetchSkillVersion } from "../model/skillVersion.ts";
import type { SkillContext } from "../skillServices.ts";
import { findSourceFolder } from "./chooseSkillFolder.ts";
import { findSkill } from "./findSkill.ts";
import type { InstallSkillContext } from "./installSkill.ts";
import { publishFolder } from "./publishSkill.ts";
import { updateSkillCopies } from "./updateSkill.ts";

type Step = () => Promise<unknown>;

interface Standing {
  readonly skill: Skill;
  readonly source: LocalSkill | undefined;
  readonly copies: readonly SkillCopy[];
  readonly versions: readonly Pick<RegistryVersion, "version" | "digest">[];
}

/** Compares the workspace's folder, the latest version and the installed copies, and offers to synchronize them. */
export const reconcileSkill: CommandHandler<InstallSkillContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const skill = await findSkill(app, client, target, {
    title: l10n.t("Update Copies of a Skill"),
    none: l10n.t("There is no hosted skill yet. Publish one from its folder."),
  });
  if (!skill) return;
  const standing = await readStanding(app, client, skill);
  const choices = stepsOf(app, client, standing);
  if (choices.length === 0)
    return showMessage(app, "info", l10n.t`${skill.name} is the same everywhere: ${everywhere(standing)}.`);
  const placeholder = l10n.t`${everywhere(standing)}. What do you want to do?`;
  const step = await app.prompts.pick({ title: l10n.t`Update Copies of ${skill.name}`, placeholder, choices });
  if (step !== undefined) await step();
};

async function readStanding(app: SkillContext, client: ServiceClient, skill: Skill): Promise<Standing> {
  const folder = await findSourceFolder(app, skill.id, skill.name);
  const source = (await app.localSkills.sources()).find((one) => one.folder === folder);
  const copies = (await app.localSkills.copies()).filter(({ record }) => record.skillId === skill.id);
  const { artifactId } = skill;
  const page = !artifactId ? undefined : await client.call("registry.versions", { id: artifactId, limit: 200 });
  return { skill, source, copies, versions: page?.items ?? [] };
}

function stepsOf(app: InstallSkillContext, client: ServiceClient, standing: Standing): readonly PromptChoice<Step>[] {
  const { skill, copies } = standing;
  const behind = copies.filter((copy) => findCopyUpdate(copy, skill) !== undefined || copy.state.kind !== "same");
  const choices = sourceSteps(app, client, standing);
  return [...choices, ...behind.flatMap((copy) => copySteps(app, client, standing, copy))];
}

function sourceSteps(
  app: InstallSkillContext,
  client: ServiceClient,
  { skill, source, copies, versions }: Standing,
): readonly PromptChoice<Step>[] {
  if (!source) return [];
  const state = readSkillSourceState(source.digest, skill, versions);
  if (state.kind === "same") return [];
  const detail = l10n.t`The folder ${source.label} is ${formatSkillSource(state)}`;
  const publish = async () => {
    const published = await publishFolder(app, client, source.folder);
    if (published) await updateSkillCopies(app, client, [[published, copies]]);
  };
  const label = copies.length > 0 ? l10n.t("Publish the folder and update all copies") : l10n.t("Publish the folder");
  const publishing: PromptChoice<Step> = { label, icon: "cloud-upload", detail, value: publish };
  const taking: PromptChoice<Step> = {
    label: l10n.t`Take ${skill.latestVersion ?? ""} into the folder`,
    icon: "cloud-download",
    detail,
    value: () => replaceFolderWithVersion(app, client, skill, source.folder),
  };
  if (state.kind === "unpublished") return [publishing];
  return state.kind === "older" ? [taking] : [publishing, taking];
}

function copySteps(
  app: InstallSkillContext,
  client: ServiceClient,
  { skill, source }: Standing,
  copy: SkillCopy,
): readonly PromptChoice<Step>[] {
  const agent = formatAgentName(copy.record.agent);
  const detail = `${formatFolderLabel(copy)}: ${formatSkillCopy(copy, skill)}`;
  const update: PromptChoice<Step> = {
    label: l10n.t`Bring ${agent}'s copy to ${skill.latestVersion ?? ""}`,
    icon: "arrow-circle-up",
    detail,
    value: () => updateSkillCopies(app, client, [[skill, [copy]]]),
  };
  const replaceFolder: PromptChoice<Step> = {
    label: l10n.t`Take ${agent}'s copy back into the folder`,
    icon: "reply",
    detail,
    value: async () => source && replaceFolderWithCopy(app, copy, source.folder),
  };
  const isTaken = copy.state.kind === "changed" && copy.state.digest === source?.digest;
  const canTake = source !== undefined && copy.state.kind === "changed" && !isTaken;
  return [...(!skill.latestVersion ? [] : [update]), ...(canTake ? [replaceFolder] : [])];
}

function everywhere({ skill, source, copies, versions }: Standing): string {
  const folder =
    source &&
    `${readDocumentName(source.folder)} ${formatSkillSource(readSkillSourceState(source.digest, skill, versions))}`;
  const copied = copies.map((copy) => `${formatAgentName(copy.record.agent)} ${formatSkillCopy(copy, skill)}`);
  const hosted = skill.latestVersion ? l10n.t`hosted ${skill.latestVersion}` : l10n.t("hosted as a draft");
  return [hosted, ...(folder ? [folder] : []), ...copied].join(" · ");
}

/** Replaces the workspace's folder by the latest version. */
async function replaceFolderWithVersion(
  app: SkillContext,
  client: ServiceClient,
  skill: Skill,
  folder: string,
): Promise<void> {
  const { id: skillId, name, artifactId, latestVersion: version, digest } = skill;
  if (!artifactId || !version) return;
  const wanted = await fetchSkillVersion(app.versions, client, { skillId, name, artifactId, version, digest });
  await replaceFolder(app, folder, {
    label: `${name} ${version}`,
    files: wanted.files,
    uriOf: (path) => versionFileUri({ ...wanted, path }),
  });
}

/** Replaces the workspace's folder by an installed copy. */
async function replaceFolderWithCopy(app: SkillContext, copy: SkillCopy, folder: string): Promise<void> {
  const files = await readSkillCopyFiles(app.folders, copy);
  if (!files) return;
  const label = l10n.t`${formatAgentName(copy.record.agent)}'s copy`;
  await replaceFolder(app, folder, createFolderDiffSide(label, folderPathUri(copy.folder), files));
}

/** Shows the differences first. Files that are not part of the skill stay. */
async function replaceFolder(app: SkillContext, folder: string, origin: FileSet): Promise<void> {
  await app.documents.save(folder);
  const [name, { label, files }] = [readDocumentName(folder), origin];
  const present = createFolderDiffSide(name, folder, await selectSkillFiles(app.documents, folder));
  const pairs = findFileDifferences(present, origin);
  if (pairs.length === 0) return showMessage(app, "info", l10n.t`${name} is what ${label} is already.`);
  const page = await app.documents.compare(`${name} ↔ ${label}`, pairs, { preserveFocus: true });
  const message =
    pairs.length === 1
      ? l10n.t`1 file of ${name} is replaced by that of ${label}.`
      : l10n.t`${pairs.length} files of ${name} are replaced by those of ${label}.`;
  const question = { title: l10n.t`Update Copies of ${name}`, question: message, action: l10n.t("Overwrite"), page };
  if (!(await confirmShownChange(app, question))) return;
  const differing = new Set(pairs.map((pair) => pair.label));
  const wanted = new Set(files.map(({ path }) => path));
  await app.folders.change(findWorkspaceFolderPath(app.folders.roots(), folder), {
    write: files.filter(({ path }) => differing.has(path)),
    remove: [...differing].filter((path) => !wanted.has(path)),
  });
  app.refresh("fairlead.skills");
}
