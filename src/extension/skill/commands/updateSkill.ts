import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Skill } from "../../../contract/skills.ts";
import { type CommandHandler, type EditorServices, runCancellable } from "../../base/editorServices.ts";
import { formatFolderLabel, formatFolderPath } from "../../base/folderPath.ts";
import type { PromptChoice } from "../../base/ports.ts";
import { confirmShownChange } from "../../base/prompts/confirmShownChange.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { findSkillById } from "../model/findSkillOfFolder.ts";
import { formatFileCount, formatSkillCopy } from "../model/formatSkill.ts";
import { formatAgentName } from "../model/installTargets.ts";
import { type SkillCopy, updateLockFile } from "../model/skillCopies.ts";
import { findCopyUpdate } from "../model/skillDrift.ts";
import { replaceLockedCopy } from "../model/skillsLock.ts";
import { fetchSkillVersion, type InstallableSkill } from "../model/skillVersion.ts";
import { createSourceOrigin, readLockedSource, toInstallableSkill } from "../model/source/lockedSource.ts";
import type { SourceSkill } from "../model/source/openedSource.ts";
import { createOtherFilesError, type LocatedSkill, readFromSource } from "../model/source/readLockedSkills.ts";
import { formatSourceAddress, type SkillSource, SkillSourceError } from "../model/source/skillSource.ts";
import type { CopyTarget, SkillOrigin } from "../model/writeSkillCopy.ts";
import type { SkillContext } from "../skillServices.ts";
import { confirmInstall, type InstallSkillContext } from "./installSkill.ts";
import {
  getLockFileService,
  type InstalledSkill,
  installSkillInto,
  planFor,
  showIncomingFiles,
  showInstalledMessage,
} from "./installSkillInto.ts";
import { confirmNestedSkills } from "./source/confirmNestedSkills.ts";

interface Outdated {
  readonly copy: SkillCopy;
  readonly skill: Skill;
}

/** Updates installed copies to the latest version: one, all of a skill, or the selected ones. */
export const updateSkill: CommandHandler<InstallSkillContext> = async (app, target) => {
  if (target.node?.kind === "addedSkill") return updateAddedSkill(app, target.node.copies);
  const client = await app.client();
  if (!client) return;
  const outdated = await findOutdated(app, client, target);
  if (outdated.length === 0) {
    const message = target.node
      ? l10n.t("Every installed copy is up to date.")
      : l10n.t("No installed copy of a published skill is out of date. Update skills from elsewhere at their rows.");
    return showMessage(app, "info", message);
  }
  const chosen = target.node ? outdated : await choose(app, outdated);
  await updateSkillCopies(app, client, bySkill(chosen));
};

/** Replaces copies of skills by the latest versions, whatever their state. */
export async function updateSkillCopies(
  app: InstallSkillContext,
  client: ServiceClient,
  copiesBySkill: Iterable<readonly [Skill, readonly SkillCopy[]]>,
): Promise<void> {
  const installed: InstalledSkill[] = [];
  try {
    for (const [skill, copies] of copiesBySkill) installed.push(...(await updateCopies(app, client, skill, copies)));
  } finally {
    showInstalledMessage(app, installed);
  }
}

async function updateCopies(
  app: InstallSkillContext,
  client: ServiceClient,
  skill: Skill,
  copies: readonly SkillCopy[],
): Promise<readonly InstalledSkill[]> {
  const { id: skillId, name, artifactId, latestVersion: version, digest } = skill;
  if (!artifactId || !version || copies.length === 0) return [];
  const skillVersion = await fetchSkillVersion(app.versions, client, { skillId, name, artifactId, version, digest });
  if (!(await confirmInstall(app, client, skill, skillVersion))) return [];
  const targets = copies.map(({ scope, folder, lock, record }) => ({ scope, folder, lock, agent: record.agent }));
  const service = getLockFileService(app.connections.active());
  return installSkillInto(app, skillVersion, { kind: "service", client, service, skillId, artifactId }, targets);
}

async function findOutdated(
  app: SkillContext,
  client: ServiceClient,
  { node }: CommandTarget,
): Promise<readonly Outdated[]> {
  const service = getLockFileService(app.connections.active());
  const copies = (await app.localSkills.copies()).filter(({ record }) => record.service === service);
  const meant = copies.filter((copy) => {
    if (node?.kind === "installation")
      return formatFolderPath(copy.folder) === (node.copy && formatFolderPath(node.copy.folder));
    return node?.kind === "skill" ? copy.record.skillId === node.skill.id : true;
  });
  const skills = new Map<string | undefined, Skill>();
  for (const id of new Set(meant.flatMap(({ record }) => record.skillId ?? []))) {
    const skill = await findSkillById(client, id);
    if (skill) skills.set(id, skill);
  }
  return meant.flatMap((copy) => {
    const skill = skills.get(copy.record.skillId);
    const isOld = skill && (findCopyUpdate(copy, skill) !== undefined || copy.state.kind === "missing");
    return skill && isOld ? [{ copy, skill }] : [];
  });
}

async function choose(app: EditorServices, outdated: readonly Outdated[]): Promise<readonly Outdated[]> {
  const chosen = await app.prompts.pickMany({
    title: l10n.t("Update Installed Skills"),
    placeholder: l10n.t("Which copies?"),
    choices: outdated.map((one) => ({
      label: `${one.skill.name}: ${formatAgentName(one.copy.record.agent)}`,
      description: formatSkillCopy(one.copy, one.skill),
      detail: formatFolderLabel(one.copy),
      value: one,
    })),
    picked: () => true,
  });
  return chosen ?? [];
}

function bySkill(outdated: readonly Outdated[]): ReadonlyMap<Skill, readonly SkillCopy[]> {
  const found = Map.groupBy(outdated, ({ skill }) => skill);
  return new Map([...found].map(([skill, all]) => [skill, all.map(({ copy }) => copy)]));
}

/** Brings the copies of one skill to what its source has now, or back to what the lock file records, after showing the changes. */
async function updateAddedSkill(app: SkillContext, copies: readonly SkillCopy[]): Promise<void> {
  const [first] = copies;
  if (!first) return;
  const { name } = first;
  const locked = readLockedSource(first.entry, name, first.lock);
  if (!locked) throw new SkillSourceError(l10n.t`The lock file does not say where ${name} comes from. Add it again.`);
  const newest = await readNow(app, locked, name);
  if (!newest) return;
  await noteNewerCommit(app, newest, copies);
  const chosen = await chooseState(app, newest, copies);
  if (chosen === undefined) return;
  const skill = chosen === "newest" ? newest : await readRecorded(app, locked, newest, first);
  if (skill) await apply(app, locked.source, { ...skill, name }, copies);
}

/** The skill as its source has it. undefined: cancelled. */
async function readNow(
  app: SkillContext,
  { source, folder }: LocatedSkill,
  name: string,
): Promise<SourceSkill | undefined> {
  const ended = await runCancellable(app.progress, l10n.t`Reading ${formatSourceAddress(source)}`, (_, signal) =>
    readFromSource(app, { source, folder }, name, signal),
  );
  return ended.kind === "done" ? ended.value : undefined;
}

/** A newer commit may have the same files of the skill: then the lock file only gets the commit. */
async function noteNewerCommit(app: SkillContext, newest: SourceSkill, copies: readonly SkillCopy[]): Promise<void> {
  const { digest, version } = toInstallableSkill(newest);
  const { commit } = newest;
  const behind = copies.filter(
    ({ record, isOfTool }) => !isOfTool && record.digest === digest && record.commit !== commit,
  );
  if (commit === undefined || behind.length === 0) return;
  for (const { lock, name, record } of behind)
    await updateLockFile(app.folders, lock, (before) =>
      replaceLockedCopy(before, name, { ...record, commit, version }),
    );
  app.refresh("fairlead.skills");
}

/** A copy may be behind, or changed, or both. */
async function chooseState(
  app: SkillContext,
  newest: SourceSkill,
  copies: readonly SkillCopy[],
): Promise<"newest" | "recorded" | undefined> {
  const { digest, version, name } = toInstallableSkill(newest);
  const isNewer = copies.some(({ record }) => record.digest !== digest);
  const changed = copies.filter(({ state, isOfTool }) => state.kind !== "same" && !isOfTool);
  if (!isNewer && changed.length === 0) return showMessage(app, "info", l10n.t`${name} is up to date.`);
  const recorded = copies[0]?.record.version ?? "";
  const choices: readonly PromptChoice<"newest" | "recorded">[] = [
    ...(isNewer ? [{ label: l10n.t`Newest: ${version}`, icon: "arrow-circle-up", value: "newest" } as const] : []),
    ...changed.slice(0, 1).map((copy) => {
      const label = isNewer ? l10n.t`As installed: ${recorded}` : l10n.t`Put back: ${recorded}`;
      return { label, icon: "discard", detail: formatSkillCopy(copy, undefined), value: "recorded" } as const;
    }),
  ];
  if (choices.length === 1) return choices[0]?.value;
  return app.prompts.pick({
    title: l10n.t`Update ${name}`,
    placeholder: l10n.t("To which state?"),
    choices,
  });
}

/** What was installed, read again; its digest proves that it is the same. */
async function readRecorded(
  app: SkillContext,
  { source, folder }: LocatedSkill,
  newest: SourceSkill,
  { name, record }: SkillCopy,
): Promise<SourceSkill | undefined> {
  const isGit = source.kind === "git" && record.commit !== undefined;
  const skill = isGit ? await readNow(app, { source: { ...source, ref: record.commit }, folder }, name) : newest;
  if (!skill || toInstallableSkill(skill).digest === record.digest) return skill;
  throw createOtherFilesError(name);
}

async function apply(
  app: SkillContext,
  source: SkillSource,
  skill: SourceSkill,
  copies: readonly SkillCopy[],
): Promise<void> {
  const [installable, origin] = [toInstallableSkill(skill), createSourceOrigin(source, skill)];
  const targets = copies.map(({ scope, folder, lock, record }): CopyTarget => {
    return { scope, folder, lock, agent: record.agent };
  });
  if (!(await confirmUpdate(app, installable, origin, targets))) return;
  if (await confirmNestedSkills(app, source, skill, copies[0]))
    showInstalledMessage(app, await installSkillInto(app, installable, origin, targets));
}

/** Shows what changes in the first copy that changes. */
async function confirmUpdate(
  app: SkillContext,
  skill: InstallableSkill,
  origin: SkillOrigin,
  targets: readonly CopyTarget[],
): Promise<boolean> {
  for (const target of targets) {
    const { write, remove } = await planFor(app, skill, target);
    const paths = [...write.map(({ path }) => path), ...remove];
    if (paths.length === 0) continue;
    const page = await showIncomingFiles(app, target, skill, origin, paths);
    return confirmShownChange(app, {
      title: l10n.t`Update ${skill.name}`,
      question: l10n.t`Updating ${skill.name} to ${skill.version} changes ${formatFileCount(paths.length)}.`,
      action: l10n.t("Update"),
      page,
    });
  }
  return true;
}
