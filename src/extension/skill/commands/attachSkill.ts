import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { encodeFile } from "../../../client/files/encodeFile.ts";
import type { Server } from "../../../contract/servers.ts";
import type { AttachedSkill, Skill } from "../../../contract/skills.ts";
import { readSkill } from "../../../skills/readSkill.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { type CommandHandler, runCancellable } from "../../base/editorServices.ts";
import { CommandError } from "../../base/failure.ts";
import type { PromptChoice } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import { type DeployVersionContext, deployVersion } from "../../server/commands/deployVersion.ts";
import { findServerAndClient } from "../../server/commands/findServer.ts";
import { findOutdatedFolder } from "../../server/commands/folder/findOutdatedFolder.ts";
import type { UpdateServerFolderContext } from "../../server/commands/folder/updateServerFolder.ts";
import { runGeneration } from "../../server/commands/runGeneration.ts";
import { selectSkillFiles } from "../model/skillFiles.ts";
import { fetchSkillVersion } from "../model/skillVersion.ts";
import type { SkillServices } from "../skillServices.ts";

export type AttachSkillContext = DeployVersionContext & UpdateServerFolderContext & Pick<SkillServices, "localSkills">;

/** Reads the change that the user chose. */
type ReadChange = () => Promise<AttachedSkill>;

/** Makes a version of a generated server that carries a skill of the workspace or of the registry, or no longer carries one. */
export const attachSkill: CommandHandler<AttachSkillContext> = async (app, target) => {
  const found = await findServerAndClient(app, target, {
    title: l10n.t("Attach Skill"),
    suits: isGenerated,
    none: l10n.t("There is no generated server yet."),
  });
  if (!found) return;
  const { client, server } = found;
  if (!isGenerated(server)) {
    const { name } = server;
    return showMessage(
      app,
      "info",
      l10n.t`${name} is made from a folder. Put the skill into the folder "skills" there, and deploy it.`,
    );
  }
  const change = await chooseChange(app, client, server);
  if (change) await makeVersion(app, client, server, await change());
};

const isGenerated = ({ artifactId, source }: Server) => Boolean(artifactId) && source?.kind === "openapi";

async function chooseChange(
  app: AttachSkillContext,
  client: ServiceClient,
  { name, source }: Server,
): Promise<ReadChange | undefined> {
  const published: Skill[] = [];
  for await (const skill of client.list("skills.list", { limit: 200 })) if (skill.latestVersion) published.push(skill);
  const choices: readonly PromptChoice<ReadChange>[] = [
    ...(await app.localSkills.sources()).map((skill) => ({
      label: skill.name,
      description: skill.label,
      detail: skill.description,
      icon: "mortar-board",
      heading: l10n.t("Workspace"),
      value: () => readFolderSkill(app, skill.folder),
    })),
    ...published.map((skill) => ({
      label: skill.name,
      description: skill.latestVersion ?? "",
      detail: skill.description,
      icon: "mortar-board",
      heading: l10n.t("Registry"),
      value: () => readPublishedSkill(app, client, skill),
    })),
    ...(source?.skills ?? []).map((skill) => ({
      label: l10n.t`Remove ${skill}`,
      icon: "trash",
      heading: l10n.t`Carried by ${name}`,
      value: async () => ({ name: skill, files: [] }),
    })),
  ];
  if (choices.length === 0) {
    const create = () => app.run("fairlead.skill.create");
    return showMessage(app, "info", l10n.t("There is no skill in the workspace or in the registry yet."), {
      [l10n.t("New Skill")]: create,
    });
  }
  return app.prompts.pick({
    title: l10n.t`Attach Skill to ${name}`,
    placeholder: l10n.t("Which skill does its next version carry?"),
    choices,
  });
}

async function readFolderSkill({ documents }: AttachSkillContext, folder: string): Promise<AttachedSkill> {
  const files = await selectSkillFiles(documents, folder);
  const name = readSkill(files)?.name;
  if (name === undefined)
    throw new CommandError(l10n.t`The SKILL.md in ${folder} has no name. Give it one, then try again.`);
  return { name, files: files.map(encodeFile) };
}

async function readPublishedSkill(
  { versions }: AttachSkillContext,
  client: ServiceClient,
  { id: skillId, name, artifactId, latestVersion, digest }: Skill,
): Promise<AttachedSkill> {
  const wanted = { skillId, name, artifactId: artifactId ?? "", version: latestVersion ?? "", digest };
  const skill = await fetchSkillVersion(versions, client, wanted);
  return { name: skill.name, files: skill.files.map(encodeFile) };
}

async function makeVersion(
  app: AttachSkillContext,
  client: ServiceClient,
  before: Server,
  change: AttachedSkill,
): Promise<void> {
  const ended = await runCancellable(app.progress, l10n.t`Making a version of ${before.name}`, (report, signal) =>
    runGeneration({ client, polling: app.polling, signal, report }, before, { skills: [change] }),
  );
  app.refresh("fairlead.servers");
  if (ended.kind === "cancelled")
    return showMessage(
      app,
      "info",
      l10n.t`No longer waiting for ${before.name}. If it was sent already, the service continues; the Servers view shows the result.`,
    );
  const server = ended.value;
  const called = joinWords(server.name, server.latestVersion);
  const carried = server.source?.skills ?? [];
  if (server.status === "failed" || carried.includes(change.name) !== change.files.length > 0) {
    const reason = server.statusDetail ?? l10n.t("The service does not say why. Look at its log.");
    return showMessage(app, "error", l10n.t`The skills of ${server.name} did not change. ${reason}`);
  }
  if (server.latestVersion === before.latestVersion)
    return showMessage(app, "info", l10n.t`${called} carries the skill ${change.name} already.`);
  const update = await (await findOutdatedFolder(app, client, server))?.update();
  if (update === "written" || update === "shown") return;
  const message =
    carried.length === 0
      ? l10n.t`${called} was made and carries no skill.`
      : l10n.t`${called} was made. It carries these skills: ${carried.join(", ")}.`;
  showMessage(app, "info", message, {
    [l10n.t("Deploy")]: () => deployVersion(app, client, server, server.latestVersion),
  });
}
