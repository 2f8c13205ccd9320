import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Skill } from "../../../contract/skills.ts";
import { readSkill } from "../../../skills/readSkill.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { CommandError } from "../../base/failure.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { showNone } from "../../project/commands/showNone.ts";
import { readProjectFilter } from "../../project/model/selectedProject.ts";
import type { VersionedArtifact } from "../../registry/model/versionedArtifact.ts";
import { findSkillById, findSkillOfFolder, isTestedDraft } from "../model/findSkillOfFolder.ts";
import { selectSkillFiles } from "../model/skillFiles.ts";
import { findSkillFolder } from "../model/skillPart.ts";

interface Question {
  readonly title: string;
  readonly suits?: (skill: Skill) => boolean;
  /** The message when no skill matches. */
  readonly none: string;
}

/** The current state of the command's skill; prompts from the palette. undefined: cancelled, or there is none. */
export async function findSkill(
  app: ConnectedServices,
  client: ServiceClient,
  target: CommandTarget,
  question: Question,
): Promise<Skill | undefined> {
  const { node } = target;
  const folder = node?.kind === "source" ? node.source.folder : target.resource;
  if (node?.kind === "skill" || node?.kind === "installation")
    return present(await findSkillById(client, node.skill.id));
  if (node?.kind === "artifact") return present(await skillOfArtifact(client, node.artifact));
  if (node?.kind === "version" || node?.kind === "file") return present(await skillOfArtifact(client, node.artifact));
  if (folder !== undefined) return hostedOf(app, client, findSkillFolder(folder) ?? folder);
  return pickSkill(app, client, question);
}

function present(skill: Skill | undefined): Skill {
  if (skill) return skill;
  throw new CommandError(l10n.t("This skill was archived or deleted. Refresh the view."));
}

async function skillOfArtifact(
  client: ServiceClient,
  { id, ownerId }: Pick<VersionedArtifact, "id" | "ownerId">,
): Promise<Skill | undefined> {
  if (ownerId !== undefined) return findSkillById(client, ownerId);
  for await (const skill of client.list("skills.list", { limit: 200 })) if (skill.artifactId === id) return skill;
  return undefined;
}

async function hostedOf(app: ConnectedServices, client: ServiceClient, folder: string): Promise<Skill | undefined> {
  const name = readSkill(await selectSkillFiles(app.documents, folder))?.name ?? readDocumentName(folder);
  const skill = await findSkillOfFolder(app, client, folder, name);
  if (skill && !isTestedDraft(skill)) return skill;
  const publish = () => app.run("fairlead.skill.publish", { resource: folder });
  return showMessage(app, "info", l10n.t`${name} is not published at this service yet.`, {
    [l10n.t("Publish")]: publish,
  });
}

async function pickSkill(
  app: ConnectedServices,
  client: ServiceClient,
  question: Question,
): Promise<Skill | undefined> {
  const listSkills = async () => {
    const skills: Skill[] = [];
    for await (const skill of client.list("skills.list", { limit: 200, ...readProjectFilter(app) })) {
      if (question.suits?.(skill) ?? true) skills.push(skill);
    }
    return skills;
  };
  return app.prompts.pick({
    title: question.title,
    placeholder: l10n.t("Which skill?"),
    choices: listSkills().then((skills) =>
      skills.map((skill) => ({
        label: skill.name,
        description: skill.latestVersion ?? l10n.t("draft"),
        detail: skill.description,
        icon: "mortar-board",
        value: skill,
      })),
    ),
    none: () => showNone(app, question.none),
  });
}
