import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Skill } from "../../../../contract/skills.ts";
import { formatFirst } from "../../../../text/formatFirst.ts";
import { formatQuantity } from "../../../../text/language/formatQuantity.ts";
import { runCancellable } from "../../../base/editorServices.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { listProjects } from "../../../project/commands/projectChoice.ts";
import { createPluginFiles, mayNameInPlugin, toPluginName } from "../../model/createPluginFiles.ts";
import { fetchSkillVersion, type InstallableSkill, type SkillVersion } from "../../model/skillVersion.ts";
import { preparePush } from "../../model/source/pushSkill.ts";
import { type GitSource, parseSkillSource } from "../../model/source/skillSource.ts";
import type { SkillContext } from "../../skillServices.ts";
import { findAddressProblem } from "./addSkillFrom.ts";

const title = l10n.t("Publish To");

/**
 * Publishes the latest version of a skill, with the same digest, to a Git branch, or saves its project as a plugin. `here`: the user
 * wants a new version at this service, which is offered where there is a folder for it.
 */
export async function publishSkillTo(
  app: SkillContext,
  client: ServiceClient,
  skill: Skill,
  hasFolder: boolean,
): Promise<"here" | undefined> {
  const here = {
    label: l10n.t("This Service..."),
    icon: "cloud-upload",
    value: "here",
    detail: l10n.t("A new version with the files of its folder"),
  } as const;
  const picked = await app.prompts.pick<"here" | "git" | "plugin" | "olderPlugin">({
    title,
    placeholder: l10n.t`Where is ${skill.name} published?`,
    choices: [
      ...(hasFolder ? [here] : []),
      {
        label: l10n.t("Git Branch..."),
        icon: "git-branch",
        value: "git",
        detail: l10n.t("A commit with the files of the latest version"),
      },
      {
        label: l10n.t("Agent Plugin..."),
        icon: "package",
        value: "plugin",
        detail: l10n.t("A new folder with all published skills and running servers of its project"),
      },
      {
        label: l10n.t("Agent Plugin, also for Claude Code..."),
        icon: "package",
        value: "olderPlugin",
        detail: l10n.t("The same, with the form that Claude Code had before beside it"),
      },
    ],
  });
  if (picked === "git") await publishToGit(app, client, skill);
  if (picked === "plugin" || picked === "olderPlugin") await savePlugin(app, client, skill, picked === "olderPlugin");
  return picked === "here" ? picked : undefined;
}

async function publishToGit(app: SkillContext, client: ServiceClient, skill: Skill): Promise<void> {
  const { id: skillId, name, artifactId, latestVersion: version, digest } = skill;
  if (!artifactId || !version) return;
  const address = await app.prompts.input({
    title,
    placeholder: "owner/name/skills#main",
    prompt: l10n.t(
      "The repository, and the branch after #. A folder of it may follow the name; by default it is skills.",
    ),
    validate: findBranchProblem,
  });
  if (address === undefined) return;
  const branch = readBranch(address);
  if (!branch) return;
  const files = await fetchSkillVersion(app.versions, client, { skillId, name, artifactId, version, digest });
  await commitAndPush(app, branch, files);
}

async function commitAndPush(
  app: SkillContext,
  target: GitSource & { readonly ref: string },
  skill: SkillVersion,
): Promise<void> {
  const called = `${skill.name} ${skill.version}`;
  const ended = await runCancellable(app.progress, l10n.t`Committing ${called}`, (_, signal) =>
    preparePush(app.openGitRepository, target, skill, signal),
  );
  if (ended.kind === "cancelled") return;
  await using prepared = ended.value;
  const { branch, isNewBranch, paths } = prepared;
  if (paths.length === 0)
    return showMessage(app, "info", l10n.t`${called} is on the branch ${branch} of ${target.url} already.`);
  const confirmed = await app.prompts.confirm({
    message: l10n.t`Push ${called} to ${target.url}?`,
    detail: isNewBranch
      ? l10n.t`The branch ${branch} is new. Files that change: ${formatFirst(paths)}.`
      : l10n.t`Files that change on the branch ${branch}: ${formatFirst(paths)}.`,
    action: l10n.t("Push"),
  });
  if (!confirmed) return;
  const pushed = await runCancellable(app.progress, l10n.t`Pushing ${called}`, (_, signal) => prepared.push(signal));
  if (pushed.kind === "cancelled")
    return showMessage(app, "info", l10n.t`Pushing ${called} was cancelled. Look at ${target.url} whether it arrived.`);
  showMessage(app, "info", l10n.t`${called} is on the branch ${branch} of ${target.url}.`);
}

function readBranch(address: string): (GitSource & { readonly ref: string }) | undefined {
  const source = parseSkillSource(address);
  return source.kind === "git" && source.ref !== undefined ? { ...source, ref: source.ref } : undefined;
}

function findBranchProblem(address: string): string | undefined {
  const problem = findAddressProblem(address);
  if (problem !== undefined || readBranch(address)) return problem;
  return l10n.t("Enter a Git repository with its branch, such as owner/name#main.");
}

/** Writes the published skills and the running servers of a skill's project to a new folder, as a plugin for agents. */
async function savePlugin(
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
