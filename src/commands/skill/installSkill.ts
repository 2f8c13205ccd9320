import type { Client } from "../../client/client.ts";
import type { Version } from "../../contract/registry.ts";
import type { Skill } from "../../contract/skills.ts";
import { askInTurn, type Question } from "../../core/foundation/askInSequence.ts";
import { below } from "../../core/foundation/folderPath.ts";
import { back, type Choice } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { findVersion } from "../../core/registry/findRegistryVersion.ts";
import { type InstallTarget, installTargets } from "../../core/skill/installTargets.ts";
import { rememberedTargets, rememberTargets, targetKey } from "../../core/skill/recentTargets.ts";
import { fetchSkillVersion } from "../../core/skill/skillVersion.ts";
import type { App, Command, Target } from "../app.ts";
import { chooseVersion } from "../registry/chooseVersion.ts";
import { readVersions } from "../registry/findArtifactVersion.ts";
import { mayInstall } from "./confirmInstall.ts";
import { skillNode } from "./createSkillNode.ts";
import { findSkill } from "./findSkill.ts";
import { installInto } from "./installSkillInto.ts";

/** Writes a version of a skill where agents look for it. */
export const installSkill: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const skill = await findSkill(app, client, target, {
    title: "Install a Skill",
    suits: ({ latestVersion }) => latestVersion !== null,
    none: "There is no published skill to install yet. Publish one from its folder.",
  });
  if (skill) await installVersion(app, client, skill, target);
};

async function installVersion(app: App, client: Client, skill: Skill, target: Target): Promise<void> {
  const { id: skillId, name, artifactId, latestVersion } = skill;
  if (artifactId === null || latestVersion === null) {
    const publish = () => app.run("fairlead.skill.publish", { node: skillNode(skill) });
    say(app, "info", `${name} is a draft: it has no version to install yet.`, { Publish: publish });
    return;
  }
  const clicked = target.node?.kind === "version" ? target.node.version.version : undefined;
  const asked = { title: `Install ${name}`, artifactId, version: clicked };
  const answers = await askInstall(app, client, asked);
  if (!answers) return;
  if (answers.targets.length === 0) {
    say(app, "info", `${name} was not installed: no agent was chosen.`);
    return;
  }
  const { version, digest } = answers.version;
  const wanted = await fetchSkillVersion(app.versions, client, { skillId, name, artifactId, version, digest });
  if (!(await mayInstall(app, client, wanted, target.node ?? skillNode(skill)))) return;
  const targets = answers.targets.map(({ scope, agent, skills, lock }) => {
    return { scope, agent, lock, place: below(skills, name) };
  });
  await installInto(app, client, wanted, targets);
}

interface InstallAnswers {
  readonly version: Version | undefined;
  readonly targets: readonly InstallTarget[];
}

interface Asked {
  readonly title: string;
  readonly artifactId: string;
  /** The version that was clicked: it is not asked for. */
  readonly version: string | undefined;
}

/** Which version, then for which agents; undefined: escaped. */
async function askInstall(
  app: App,
  client: Client,
  { title, artifactId, version }: Asked,
): Promise<{ readonly version: Version; readonly targets: readonly InstallTarget[] } | undefined> {
  const clicked = version === undefined ? undefined : await findVersion(client, artifactId, version);
  const versions = clicked ? [clicked] : await readVersions(client, { id: artifactId });
  const given = versions.length === 1 ? versions[0] : undefined;
  const choosing: Question<InstallAnswers> = async (answers, step) => {
    const placeholder = "Which version? The newest comes first";
    const picked = await chooseVersion(app, versions, { title, step, placeholder });
    return picked === undefined || picked === back ? picked : { ...answers, version: picked };
  };
  const placing: Question<InstallAnswers> = async (answers, step) => {
    const placeholder = "For which agents? Those of the workspace go with it, yours are there everywhere";
    const { choices, picked } = targetChoices(app, answers.targets);
    const targets = await app.prompts.pickMany({ title, step, placeholder, choices, picked });
    return targets === undefined || targets === back ? targets : { ...answers, targets };
  };
  const answers = await askInTurn<InstallAnswers>(
    { version: given, targets: [] },
    given ? [placing] : [choosing, placing],
  );
  if (!answers?.version) return undefined;
  await rememberTargets(app.memory, answers.targets);
  return { version: answers.version, targets: answers.targets };
}

/** Those of the last time first within their group, ticked already. */
function targetChoices(app: App, before: readonly InstallTarget[]) {
  const roots = app.folders.roots();
  const remembered = before.length > 0 ? new Set(before.map(targetKey)) : rememberedTargets(app.memory);
  const picked = (target: InstallTarget) => remembered.has(targetKey(target));
  const groups = roots.map(({ uri, scope, name }) => {
    const own = installTargets(roots).filter(({ skills }) => skills.root === uri);
    const sorted = [...own.filter(picked), ...own.filter((target) => !picked(target))];
    const heading = scope === "user" ? "Yours, in every workspace" : `This workspace: ${name}`;
    return sorted.map((target, index) => choiceOf(target, index === 0 ? heading : undefined));
  });
  return { choices: groups.flat(), picked };
}

function choiceOf(target: InstallTarget, heading: string | undefined): Choice<InstallTarget> {
  return {
    label: target.name,
    description: target.label,
    ...(target.alsoReadBy && { detail: `Also read by ${target.alsoReadBy}` }),
    ...(heading && { heading }),
    value: target,
  };
}
