import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { RegistryVersion } from "../../../contract/registry.ts";
import type { Skill } from "../../../contract/skills.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { joinFolderPath } from "../../base/folderPath.ts";
import { promptBack } from "../../base/ports.ts";
import { askInSequence, type SequenceQuestion } from "../../base/prompts/askInSequence.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { chooseVersion } from "../../registry/commands/chooseVersion.ts";
import { readArtifactVersions } from "../../registry/commands/findArtifactVersion.ts";
import { findRegistryVersion } from "../../registry/model/findRegistryVersion.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import type { InstallTarget } from "../model/installTargets.ts";
import { fetchSkillVersion } from "../model/skillVersion.ts";
import type { SkillServices } from "../skillServices.ts";
import { askInstallTargets } from "./askInstallTargets.ts";
import { type ConfirmInstallContext, confirmInstall } from "./confirmInstall.ts";
import { createSkillNode } from "./createSkillNode.ts";
import { type FindSkillContext, findSkill } from "./findSkill.ts";
import {
  createServiceOrigin,
  getLockFileService,
  type InstallSkillIntoContext,
  installSkillInto,
} from "./installSkillInto.ts";

/** Installs a version of a skill into the folders of agents. */
export const installSkill: CommandHandler<
  FindSkillContext & InstallSkillIntoContext & ConfirmInstallContext & RegistryServices
> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const skill = await findSkill(app, client, target, {
    title: l10n.t("Install a Skill"),
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: l10n.t("There is no published skill to install yet. Publish one from its folder."),
  });
  if (skill) await installVersion(app, client, skill, target);
};

/** Prompts for the version and the agents. `service` is the service's name in the lock file. */
export async function installVersion(
  app: InstallSkillIntoContext & ConfirmInstallContext & RegistryServices,
  client: ServiceClient,
  skill: Skill,
  target: CommandTarget,
  service: string = getLockFileService(app),
): Promise<void> {
  const { id: skillId, name, artifactId, latestVersion } = skill;
  if (!artifactId || !latestVersion) {
    const publish = () => app.run("fairlead.skill.publish", { node: createSkillNode(skill) });
    showMessage(app, "info", l10n.t`${name} is a draft: it has no version to install yet.`, {
      [l10n.t("Publish")]: publish,
    });
    return;
  }
  const clicked = target.node?.kind === "version" ? target.node.version.version : undefined;
  const question = { title: l10n.t`Install ${name}`, artifactId, version: clicked };
  const answers = await askInstall(app, client, question);
  if (!answers) return;
  if (answers.targets.length === 0) {
    showMessage(app, "info", l10n.t`${name} was not installed: no agent was chosen.`);
    return;
  }
  const { version, digest } = answers.version;
  const skillVersion = await fetchSkillVersion(app.versions, client, { skillId, name, artifactId, version, digest });
  if (!(await confirmInstall(app, client, skill, skillVersion))) return;
  const targets = answers.targets.map(({ scope, agent, skills, lock }) => {
    return { scope, agent, lock, folder: joinFolderPath(skills, skillVersion.name) };
  });
  await installSkillInto(app, skillVersion, createServiceOrigin(client, service, skillVersion), targets);
}

interface InstallAnswers {
  readonly version: RegistryVersion | undefined;
  readonly targets: readonly InstallTarget[];
}

interface Asked {
  readonly title: string;
  readonly artifactId: string;
  /** The clicked version, which needs no prompt. */
  readonly version: string | undefined;
}

/** Prompts for the version, then for the agents; undefined: cancelled. */
async function askInstall(
  app: EditorServices & Pick<SkillServices, "folders">,
  client: ServiceClient,
  { title, artifactId, version }: Asked,
): Promise<{ readonly version: RegistryVersion; readonly targets: readonly InstallTarget[] } | undefined> {
  const clicked = version === undefined ? undefined : await findRegistryVersion(client, artifactId, version);
  const versions = clicked ? [clicked] : await readArtifactVersions(client, { id: artifactId });
  const given = versions.length === 1 ? versions[0] : undefined;
  const choosing: SequenceQuestion<InstallAnswers> = async (answers, step) => {
    const placeholder = l10n.t("Which version? The newest comes first");
    const picked = await chooseVersion(app, versions, { title, step, placeholder });
    return picked === undefined || picked === promptBack ? picked : { ...answers, version: picked };
  };
  const placing: SequenceQuestion<InstallAnswers> = async (answers, step) => {
    const placeholder = l10n.t("For which agents?");
    const targets = await askInstallTargets(app, { title, step, placeholder }, answers.targets);
    return targets === undefined || targets === promptBack ? targets : { ...answers, targets };
  };
  const answers = await askInSequence<InstallAnswers>(
    { version: given, targets: [] },
    given ? [placing] : [choosing, placing],
  );
  if (!answers?.version) return undefined;
  return { version: answers.version, targets: answers.targets };
}
