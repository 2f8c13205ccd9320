import * as l10n from "@vscode/l10n";
import { formatFirst } from "../../../../text/formatFirst.ts";
import { type CommandHandler, runCancellable } from "../../../base/editorServices.ts";
import { readErrorMessage } from "../../../base/failure.ts";
import { joinFolderPath } from "../../../base/folderPath.ts";
import { type PromptChoice, promptBack } from "../../../base/ports.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { InstallTarget } from "../../model/installTargets.ts";
import { findCopyAt, readLockFile } from "../../model/skillCopies.ts";
import { findLockEntry, lockFileName } from "../../model/skillsLock.ts";
import { formatSourcePreview, summarizeSourceSkill } from "../../model/source/formatSourceSkill.ts";
import { createSourceOrigin, isSameSource, toInstallableSkill } from "../../model/source/lockedSource.ts";
import type { SourceSkill } from "../../model/source/openedSource.ts";
import { openSkillSource } from "../../model/source/openSkillSource.ts";
import type { PluginServer } from "../../model/source/pluginParts.ts";
import { listLockedSkills, readLockedSkill } from "../../model/source/readLockedSkills.ts";
import { formatSourceAddress, parseTypedSource, type SkillSource } from "../../model/source/skillSource.ts";
import type { CopyTarget, SkillOrigin } from "../../model/writeSkillCopy.ts";
import type { SkillContext, SkillServices } from "../../skillServices.ts";
import { askInstallTargets } from "../askInstallTargets.ts";
import { type InstallSkillContext, installSkill } from "../installSkill.ts";
import { type InstalledSkill, installSkillInto, showInstalledMessage } from "../installSkillInto.ts";
import { addPluginServers } from "./addPluginServers.ts";
import { chooseParts } from "./chooseParts.ts";
import { confirmNestedSkills } from "./confirmNestedSkills.ts";
import { askAboutQuotes } from "./quoteTexts.ts";

const title = l10n.t("Add Skill From");

/** Installs skills from a Git repository, an index, an archive, a folder or a plugin, after showing what they hold. */
export const addSkillFrom: CommandHandler<SkillContext> = async (app) => {
  const source = await askSource(app);
  if (source === undefined) return;
  if (source === "lock") return restoreSkills(app);
  await addFromSource(app, source);
};

/** Installs what the user chooses of a source, after showing what it holds. False: the user cancelled, and nothing more is asked. */
async function addFromSource(app: SkillContext, source: SkillSource): Promise<boolean> {
  const chosen = await readChosen(app, source);
  const skills = chosen && (await askAboutQuotes(app, title, chosen.skills));
  if (!skills) return false;
  const from = formatSourceAddress(source);
  const found = skills.map((skill) => ({ source, skill }));
  if (found.length > 0 && !(await installChosen(app, from, found))) return false;
  await addPluginServers(app, from, chosen.servers);
  for (const plugin of chosen.plugins) if (!(await addFromSource(app, plugin))) return false;
  return true;
}

/** Installs what the lock file of the workspace records and is not here, as it was. */
async function restoreSkills(app: SkillContext): Promise<void> {
  const locked = await listLockedSkills(app);
  const refused: string[] = [];
  const read = await runCancellable(app.progress, l10n.t`Reading ${lockFileName}`, async (report, signal) => {
    const found: ChosenSkill[] = [];
    for (const one of locked) {
      report(one.name);
      try {
        found.push({ source: one.source, skill: await readLockedSkill(app, one, signal) });
      } catch (error) {
        if (signal.aborted) throw error;
        refused.push(readErrorMessage(error));
      }
    }
    return found;
  });
  if (read.kind === "cancelled") return;
  if (refused.length > 0) showMessage(app, "warning", refused.join(" "));
  if (read.value.length > 0) await installChosen(app, lockFileName, read.value);
}

type SourceChoice = "address" | "zip" | "folder" | "lock" | SkillSource;

/** An address that is typed into the list of the kinds of sources. */
function offerTypedAddress(text: string): PromptChoice<SourceChoice> | undefined {
  if (findAddressProblem(text) !== undefined) return undefined;
  const source = parseTypedSource(text);
  return {
    label: formatSourceAddress(source),
    icon: "repo",
    detail: l10n.t("The address that you typed"),
    value: source,
  };
}

async function askSource(app: SkillContext): Promise<SkillSource | "lock" | undefined> {
  const missing = (await listLockedSkills(app)).map(({ name }) => name);
  const lock: PromptChoice<SourceChoice> = {
    label: lockFileName,
    icon: "lock",
    detail: l10n.t`What it records and is not installed here: ${formatFirst(missing)}`,
    value: "lock",
  };
  const choices: readonly PromptChoice<SourceChoice>[] = [
    ...(missing.length > 0 ? [lock] : []),
    {
      label: l10n.t("Address..."),
      icon: "repo",
      value: "address",
      detail: l10n.t("A Git repository or a folder of it, a zip file, a web site with an index of skills, or a path"),
    },
    { label: l10n.t("Zip File..."), icon: "file-zip", detail: l10n.t("An archive on this machine"), value: "zip" },
    { label: l10n.t("Folder..."), icon: "folder", detail: l10n.t("A folder on this machine"), value: "folder" },
  ];
  for (;;) {
    const step = { number: 1, total: 2 };
    const picked = await app.prompts.pick<SourceChoice>({
      title,
      step,
      placeholder: l10n.t("Where is it? Choose, or type an address"),
      choices,
      typed: offerTypedAddress,
    });
    if (picked === promptBack) return undefined;
    if (picked === undefined || picked === "lock" || typeof picked === "object") return picked;
    const source = picked === "address" ? await askAddress(app) : await askPlace(app, picked);
    if (source !== promptBack) return source;
  }
}

async function askPlace({ documents }: SkillContext, kind: "zip" | "folder"): Promise<SkillSource | undefined> {
  const question = { title, action: l10n.t("Look at It") };
  const url = await (kind === "zip"
    ? documents.promptForFile({ ...question, anyType: true })
    : documents.promptForFolder(question));
  return url === undefined ? undefined : { kind, url };
}

async function askAddress({ prompts }: SkillContext) {
  const text = await prompts.input({
    title,
    placeholder: "owner/name",
    step: { number: 2, total: 2 },
    prompt: l10n.t(
      "owner/name, owner/name/folder#branch, an address, or a path. A tag or a commit may stand for the branch.",
    ),
    validate: (given) => findAddressProblem(given),
  });
  return typeof text === "string" ? parseTypedSource(text) : text;
}

export function findAddressProblem(text: string): string | undefined {
  try {
    parseTypedSource(text);
    return undefined;
  } catch (error) {
    return readErrorMessage(error);
  }
}

/** What the user chose of a source. */
interface ChosenParts {
  readonly skills: readonly SourceSkill[];
  readonly servers: readonly PluginServer[];
  /** Where the chosen plugins of a list are. */
  readonly plugins: readonly SkillSource[];
}

/** Reads the source, and the files of the skills that the user chooses. undefined: cancelled. */
async function readChosen(app: SkillContext, source: SkillSource): Promise<ChosenParts | undefined> {
  const reading = l10n.t`Reading ${formatSourceAddress(source)}`;
  const opened = await runCancellable(app.progress, reading, (_, signal) => openSkillSource(app, source, signal));
  if (opened.kind === "cancelled") return undefined;
  await using offered = opened.value;
  const chosen = await chooseParts(app, title, offered);
  if (!chosen) return undefined;
  if (chosen.length === 0) return showMessage(app, "info", l10n.t("Nothing was added: nothing was chosen."));
  const read = await runCancellable(app.progress, reading, async (report, signal) => {
    const skills: SourceSkill[] = [];
    for (const { skill } of chosen) {
      if (!skill) continue;
      report(skill.name);
      skills.push(await skill.read(signal));
    }
    return skills;
  });
  if (read.kind === "cancelled") return undefined;
  return {
    skills: read.value,
    servers: chosen.flatMap(({ server }) => server ?? []),
    plugins: chosen.flatMap(({ plugin }) => plugin ?? []),
  };
}

interface ChosenSkill {
  readonly source: SkillSource;
  readonly skill: SourceSkill;
}

/** `from` names the source, or what names several. False: the user cancelled. */
async function installChosen(app: SkillContext, from: string, chosen: readonly ChosenSkill[]): Promise<boolean> {
  const targets = await askTargets(app, from, chosen);
  if (targets === undefined) return false;
  if (targets.length === 0) showMessage(app, "info", l10n.t("Nothing was added: no agent was chosen."));
  else await installInto(app, chosen, targets);
  return true;
}

async function installInto(
  app: SkillContext,
  chosen: readonly ChosenSkill[],
  targets: readonly InstallTarget[],
): Promise<void> {
  const installed: InstalledSkill[] = [];
  const refused: string[] = [];
  const folders = new Map<string, string>();
  for (const { source, skill } of chosen) {
    // Some file systems do not tell upper from lower case.
    const other = folders.get(skill.name.toLowerCase());
    if (other !== undefined) {
      refused.push(l10n.t`${skill.folder} was not added: ${other} has the same name, ${skill.name}.`);
      continue;
    }
    folders.set(skill.name.toLowerCase(), skill.folder);
    if (!(await confirmNestedSkills(app, source, skill))) continue;
    const origin = createSourceOrigin(source, skill);
    const copies = targets.map(({ scope, agent, skills: folder, lock }) => {
      return { scope, agent, lock, folder: joinFolderPath(folder, skill.name) };
    });
    const conflict = await findLockConflict(app, skill.name, copies, origin);
    if (conflict === undefined)
      installed.push(...(await installSkillInto(app, toInstallableSkill(skill), origin, copies)));
    else refused.push(conflict);
  }
  showInstalledMessage(app, installed);
  if (refused.length > 0) showMessage(app, "warning", refused.join(" "));
}

/** Shows what the skills hold beside the question. */
async function askTargets(app: SkillContext, from: string, chosen: readonly ChosenSkill[]) {
  const skills = chosen.map(({ skill }) => skill);
  await using _page = await app.documents.showMarkdown(formatSourcePreview(from, skills), l10n.t("Skills to Add.md"), {
    preserveFocus: true,
  });
  const [first] = skills;
  const what =
    skills.length === 1 && first ? `${first.name}: ${summarizeSourceSkill(first)}` : l10n.t`${skills.length} skills`;
  return await askInstallTargets(app, { title, placeholder: l10n.t`${what}. For which agents?` });
}

/** A lock file has one source for each name: why a skill cannot be added beside another one of its name. */
async function findLockConflict(
  { folders }: Pick<SkillServices, "folders">,
  name: string,
  targets: readonly CopyTarget[],
  origin: SkillOrigin,
): Promise<string | undefined> {
  if (origin.kind === "service") return undefined;
  for (const { folder, lock } of targets) {
    const entry = findLockEntry(await readLockFile(folders, lock), name);
    const other = entry && !isSameSource(entry, origin.lockedIn(lock)) ? String(entry.source) : undefined;
    const from = other ?? (await findCopyAt(folders, folder))?.record.service;
    if (from !== undefined) return l10n.t`${name} was not added: one from ${from} is installed. Uninstall it first.`;
  }
  return undefined;
}

/** Installs a skill of the service, or one that an MCP server serves. */
export const installFromRow: CommandHandler<InstallSkillContext> = async (app, target) => {
  const { node } = target;
  if (node?.kind !== "mcpSkill") return installSkill(app, target);
  const { url } = await app.mcp.findTarget(node.server.key, new AbortController().signal);
  await addFromSource(app, { kind: "mcp", url, uri: node.skill.uri });
};
