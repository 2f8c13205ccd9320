import * as l10n from "@vscode/l10n";
import type { PromptChoice } from "../../../base/ports.ts";
import { confirmShownChange } from "../../../base/prompts/confirmShownChange.ts";
import { runCancellable } from "../../../base/runCancellable.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { formatFileCount, formatSkillCopy } from "../../model/formatSkill.ts";
import { type SkillCopy, updateLockFile } from "../../model/skillCopies.ts";
import { replaceLockedCopy } from "../../model/skillsLock.ts";
import type { InstallableSkill } from "../../model/skillVersion.ts";
import { createSourceOrigin, readLockedSource, toInstallableSkill } from "../../model/source/lockedSource.ts";
import type { SourceSkill } from "../../model/source/openedSource.ts";
import { createOtherFilesError, readFromSource } from "../../model/source/readLockedSkills.ts";
import { formatSourceAddress, type SkillSource, SkillSourceError } from "../../model/source/skillSource.ts";
import type { CopyTarget, SkillOrigin } from "../../model/writeSkillCopy.ts";
import type { SkillContext } from "../../skillServices.ts";
import { installSkillInto, planFor, showIncomingFiles, showInstalledMessage } from "../installSkillInto.ts";
import { confirmNestedSkills } from "./confirmNestedSkills.ts";

/** Brings the copies of one skill to what its source has now, or back to what the lock file records, after showing the changes. */
export async function updateAddedSkill(app: SkillContext, copies: readonly SkillCopy[]): Promise<void> {
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

interface Located {
  readonly source: SkillSource;
  readonly folder: string;
}

/** The skill as its source has it. undefined: cancelled. */
async function readNow(app: SkillContext, { source, folder }: Located, name: string): Promise<SourceSkill | undefined> {
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
  { source, folder }: Located,
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
