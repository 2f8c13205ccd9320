import type { Client } from "../../client/client.ts";
import type { Skill } from "../../contract/skills.ts";
import { below } from "../../core/foundation/folderPath.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { fetchSkillVersion } from "../../core/skill/skillVersion.ts";
import type { App, Command, Target } from "../app.ts";
import { askInstall } from "./askInstall.ts";
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
