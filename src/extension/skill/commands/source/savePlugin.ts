import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Skill } from "../../../../contract/skills.ts";
import { formatFirst } from "../../../../text/formatFirst.ts";
import { formatQuantity } from "../../../../text/language/formatQuantity.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { listProjects } from "../../../project/commands/projectChoice.ts";
import { createPluginFiles, mayNameInPlugin, toPluginName } from "../../model/createPluginFiles.ts";
import { fetchSkillVersion, type InstallableSkill } from "../../model/skillVersion.ts";
import type { SkillContext } from "../../skillServices.ts";

/** Writes the published skills and the running servers of a skill's project to a new folder, as a plugin for agents. */
export async function savePlugin(
  app: SkillContext,
  client: ServiceClient,
  { projectId }: Skill,
  withOlderForm: boolean,
): Promise<void> {
  const project = (await listProjects(client)).find(({ id }) => id === projectId);
  if (!project) return showMessage(app, "warning", l10n.t("The service does not say which project the skill is in."));
  const question = { title: l10n.t`Save ${project.name} as a Plugin`, action: l10n.t("Save Here") };
  const parent = await app.documents.promptForFolder(question);
  if (parent === undefined) return;
  const folder = `${parent}/${toPluginName(project.name)}`;
  if (await app.documents.isFolder(folder))
    return showMessage(app, "warning", l10n.t`${folder} is there already. Choose another folder, or delete it.`);
  const { id, name, description = "" } = project;
  const [skills, running] = [await readSkills(app, client, id), await readServers(client, id)];
  const servers = running.filter(mayNameInPlugin);
  const write = createPluginFiles({ name, description, skills, servers, withOlderForm });
  await app.documents.changeFolder(folder, { write });
  const amounts = [
    formatQuantity(skills.length, l10n.t("skill"), l10n.t("skills")),
    formatQuantity(servers.length, l10n.t("server"), l10n.t("servers")),
  ];
  const open = { [l10n.t("Open")]: () => app.documents.show(`${folder}/plugin.json`) };
  const saved = l10n.t`Saved ${name} as a plugin: ${amounts.join(", ")}.`;
  if (servers.length === running.length) return showMessage(app, "info", saved, open);
  const left = formatFirst(running.filter((server) => !mayNameInPlugin(server)).map((server) => server.name));
  showMessage(app, "warning", `${saved} ${l10n.t`Left out, because a plugin names servers by HTTPS: ${left}.`}`, open);
}

async function readSkills({ versions }: SkillContext, client: ServiceClient, projectId: string) {
  const skills: InstallableSkill[] = [];
  for await (const { id: skillId, name, artifactId, latestVersion: version, digest } of client.list("skills.list", {
    projectId,
    limit: 200,
  })) {
    if (!artifactId || !version) continue;
    skills.push(await fetchSkillVersion(versions, client, { skillId, name, artifactId, version, digest }));
  }
  return skills;
}

/** Servers with a live version, which answer at one address. */
async function readServers(client: ServiceClient, projectId: string) {
  const servers: { readonly id: string; readonly name: string; readonly url: string }[] = [];
  for await (const { id, name, liveDeploymentId } of client.list("servers.list", { projectId, limit: 200 })) {
    if (!liveDeploymentId) continue;
    const { url } = await client.call("deployment.get", { id: liveDeploymentId });
    if (url) servers.push({ id, name, url });
  }
  return servers;
}
