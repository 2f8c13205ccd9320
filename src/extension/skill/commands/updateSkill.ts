import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Skill } from "../../../contract/skills.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { formatFolderLabel, formatFolderPath } from "../../base/folderPath.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { findSkillById } from "../model/findSkillOfFolder.ts";
import { formatSkillCopy } from "../model/formatSkill.ts";
import { formatAgentName } from "../model/installTargets.ts";
import type { SkillCopy } from "../model/skillCopies.ts";
import { findCopyUpdate } from "../model/skillDrift.ts";
import { fetchSkillVersion } from "../model/skillVersion.ts";
import type { SkillContext } from "../skillServices.ts";
import { confirmInstall, type InstallSkillContext } from "./installSkill.ts";
import { getLockFileService, type InstalledSkill, installSkillInto, showInstalledMessage } from "./installSkillInto.ts";
import { updateAddedSkill } from "./source/updateAddedSkill.ts";

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
  for (const [skill, copies] of copiesBySkill) installed.push(...(await updateCopies(app, client, skill, copies)));
  showInstalledMessage(app, installed);
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
  return chosen === undefined ? [] : chosen;
}

function bySkill(outdated: readonly Outdated[]): ReadonlyMap<Skill, readonly SkillCopy[]> {
  const found = Map.groupBy(outdated, ({ skill }) => skill);
  return new Map([...found].map(([skill, all]) => [skill, all.map(({ copy }) => copy)]));
}
