import type { Client } from "../../client/client.ts";
import type { Skill } from "../../contract/skills.ts";
import { pathOf, placeLabel } from "../../core/foundation/folderPath.ts";
import { back } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { findSkillById } from "../../core/skill/findSkillOfFolder.ts";
import { copyWords } from "../../core/skill/formatSkill.ts";
import { agentName } from "../../core/skill/installTargets.ts";
import type { Copy } from "../../core/skill/skillCopies.ts";
import { updateFor } from "../../core/skill/skillDrift.ts";
import { fetchSkillVersion } from "../../core/skill/skillVersion.ts";
import type { App, Command, Target } from "../app.ts";
import { mayInstall } from "./confirmInstall.ts";
import { skillNode } from "./createSkillNode.ts";
import { installInto, serviceOf } from "./installSkillInto.ts";

interface Outdated {
  readonly copy: Copy;
  readonly skill: Skill;
}

/** Brings installed copies to the latest version: one, all of a skill, or those that are ticked. */
export const updateSkill: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const outdated = await findOutdated(app, client, target);
  if (outdated.length === 0) {
    say(app, "info", "Every installed copy is up to date.");
    return;
  }
  const chosen = target.node ? outdated : await choose(app, outdated);
  for (const [skill, copies] of bySkill(chosen)) await bringToLatest(app, client, skill, copies);
};

/** Makes copies what the latest version is, whatever they are now. */
export async function bringToLatest(app: App, client: Client, skill: Skill, copies: readonly Copy[]): Promise<void> {
  const { id: skillId, name, artifactId, latestVersion: version, digest } = skill;
  if (artifactId === null || version === null || copies.length === 0) return;
  const wanted = await fetchSkillVersion(app.versions, client, { skillId, name, artifactId, version, digest });
  if (!(await mayInstall(app, client, wanted, skillNode(skill)))) return;
  const targets = copies.map(({ scope, place, lock, record }) => ({ scope, place, lock, agent: record.agent }));
  await installInto(app, client, wanted, targets);
}

async function findOutdated(app: App, client: Client, { node }: Target): Promise<readonly Outdated[]> {
  const copies = (await app.localSkills.copies()).filter(({ record }) => record.service === serviceOf(app));
  const meant = copies.filter((copy) => {
    if (node?.kind === "installation") return pathOf(copy.place) === (node.copy && pathOf(node.copy.place));
    return node?.kind === "skill" ? copy.record.skillId === node.skill.id : true;
  });
  const skills = new Map<string, Skill>();
  for (const id of new Set(meant.map(({ record }) => record.skillId))) {
    const skill = await findSkillById(client, id);
    if (skill) skills.set(id, skill);
  }
  return meant.flatMap((copy) => {
    const skill = skills.get(copy.record.skillId);
    const isOld = skill && (updateFor(copy, skill) !== undefined || copy.state.kind === "missing");
    return skill && isOld ? [{ copy, skill }] : [];
  });
}

async function choose(app: App, outdated: readonly Outdated[]): Promise<readonly Outdated[]> {
  const chosen = await app.prompts.pickMany({
    title: "Update Installed Skills",
    placeholder: "Which copies?",
    choices: outdated.map((one) => ({
      label: `${one.skill.name}: ${agentName(one.copy.record.agent)}`,
      description: copyWords(one.copy, one.skill),
      detail: placeLabel(one.copy),
      value: one,
    })),
    picked: () => true,
  });
  return chosen === undefined || chosen === back ? [] : chosen;
}

function bySkill(outdated: readonly Outdated[]): ReadonlyMap<Skill, readonly Copy[]> {
  const found = Map.groupBy(outdated, ({ skill }) => skill);
  return new Map([...found].map(([skill, all]) => [skill, all.map(({ copy }) => copy)]));
}
