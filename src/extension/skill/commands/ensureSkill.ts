import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Skill } from "../../../contract/skills.ts";
import { readSkill } from "../../../skills/readSkill.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { runCancellable } from "../../base/runCancellable.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { ensureProject } from "../../project/commands/projectChoice.ts";
import { encodeFile } from "../../registry/model/encodeFile.ts";
import { findSkillOfFolder } from "../model/findSkillOfFolder.ts";
import { selectSkillFiles } from "../model/skillFiles.ts";
import { askSkillProject } from "./askSkillProject.ts";
import { getSkillLinks } from "./getSkillLinks.ts";

/** The folder has no valid skill name. */
export class NoSkillError extends Error {
  override readonly name = "NoSkillError";
}

export type EnsureSkillContext = EditorServices & ConnectionServices;

/** The hosted skill of a folder; creates a draft without a version if there is none. undefined: cancelled. */
export async function ensureSkill(
  app: EnsureSkillContext,
  client: ServiceClient,
  folder: string,
): Promise<Skill | undefined> {
  const files = await selectSkillFiles(app.documents, folder);
  const name = readSkill(files)?.name;
  if (name === undefined) {
    throw new NoSkillError(
      l10n.t`${readDocumentName(folder)} holds no SKILL.md with a name. Give it one, then try again.`,
    );
  }
  const existingSkill = await findSkillOfFolder(app, client, folder, name);
  if (existingSkill) {
    await getSkillLinks(app).saveFolder(folder, existingSkill.id);
    return existingSkill;
  }
  const project = await askSkillProject(app, client, l10n.t`Create a Draft of ${name}`);
  if (!project) return undefined;
  const task = { title: l10n.t`Creating a draft of ${name}`, in: "notification" } as const;
  const ended = await runCancellable(app.progress, task, async (_, signal) => {
    const projectId = await ensureProject(app, client, project, signal);
    const body = { projectId, files: files.map(encodeFile), publish: false };
    return client.call("skills.create", body, { signal });
  });
  app.refresh("fairlead.skills", "fairlead.projects");
  if (ended.kind === "cancelled") return undefined;
  await getSkillLinks(app).saveFolder(folder, ended.value.id);
  return ended.value;
}
