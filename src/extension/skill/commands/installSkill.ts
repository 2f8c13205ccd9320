import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Skill } from "../../../contract/skills.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { joinFolderPath } from "../../base/folderPath.ts";
import { showMessage } from "../../base/showMessage.ts";
import { findRegistryVersion } from "../../registry/model/createVersionReader.ts";
import { confirmUntestedVersion } from "../../testing/commands/confirmUntestedVersion.ts";
import { type RunTestsContext, runTests } from "../../testing/model/runTests.ts";
import { getSkillLinks } from "../model/skillLinks.ts";
import { fetchSkillVersion, type SkillVersion } from "../model/skillVersion.ts";
import { createSkillNode } from "../rows/skillTreeRows.ts";
import type { SkillContext } from "../skillServices.ts";
import { askInstallTargets } from "./askInstallTargets.ts";
import { findSkill } from "./findSkill.ts";
import { getLockFileService, installSkillInto, showInstalledMessage } from "./installSkillInto.ts";

export type InstallSkillContext = SkillContext & RunTestsContext;

/** Installs the clicked version of a skill, else the latest one, into the folders of the agents that the user chooses. */
export const installSkill: CommandHandler<InstallSkillContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const skill = await findSkill(app, client, target, {
    title: l10n.t("Install a Skill"),
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: l10n.t("There is no published skill to install yet. Publish one from its folder."),
  });
  if (!skill) return;
  const { id: skillId, name, artifactId, latestVersion } = skill;
  if (!artifactId || !latestVersion) {
    const publish = () => app.run("fairlead.skill.publish", { node: createSkillNode(skill) });
    return showMessage(app, "info", l10n.t`${name} is a draft: it has no version to install yet.`, {
      [l10n.t("Publish")]: publish,
    });
  }
  const version = target.node?.kind === "version" ? target.node.version.version : latestVersion;
  const title = l10n.t`Install ${joinWords(name, version)}`;
  const source = getSkillLinks(app).folderOf(skillId);
  const places = await askInstallTargets(app, { title, placeholder: l10n.t("For which agents?"), source });
  if (places === undefined) return;
  if (places.length === 0) return showMessage(app, "info", l10n.t`${name} was not installed: no agent was chosen.`);
  const digest = (await findRegistryVersion(client, artifactId, version))?.digest;
  const skillVersion = await fetchSkillVersion(app.versions, client, { skillId, name, artifactId, version, digest });
  if (!(await confirmInstall(app, client, skill, skillVersion))) return;
  const targets = places.map(({ scope, agent, skills, lock }) => {
    return { scope, agent, lock, folder: joinFolderPath(skills, skillVersion.name) };
  });
  const service = getLockFileService(app.connections.active());
  const origin = { kind: "service", client, service, skillId, artifactId } as const;
  showInstalledMessage(app, await installSkillInto(app, skillVersion, origin, targets));
};

/** Confirms installing a version that is untested, or whose tests failed. */
export function confirmInstall(
  app: InstallSkillContext,
  client: ServiceClient,
  skill: Skill,
  { name, version, skillId, digest }: SkillVersion,
): Promise<boolean> {
  const called = `${name} ${version}`;
  const order = { subject: { kind: "skill", name, folder: undefined, skill }, cases: undefined, version } as const;
  return confirmUntestedVersion(app, client, {
    of: { kind: "skill", id: skillId, name },
    called,
    digest,
    anyway: l10n.t("Install Anyway"),
    tests: {
      action: l10n.t("Test and Install"),
      run: async () => void (await runTests(app, l10n.t`Testing ${called}`, [order])),
    },
  });
}
