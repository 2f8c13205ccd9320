import type { Client } from "../../client/client.ts";
import type { Skill } from "../../contract/skills.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { packFile } from "../../core/registry/encodeFile.ts";
import { skillOfFolder } from "../../core/skill/findSkillOfFolder.ts";
import { skillFiles } from "../../core/skill/skillFiles.ts";
import { readSkill } from "../../skills/readSkill.ts";
import { documentName } from "../../text/documentName.ts";
import type { App } from "../app.ts";
import { settleProject } from "../project/projectChoice.ts";
import { askSkillProject } from "./askSkillProject.ts";
import { madeOfSkills } from "./getSkillLinks.ts";

/** The folder holds no skill that can be named. */
export class NoSkillError extends Error {
  override readonly name = "NoSkillError";
}

/** The hosted skill of a folder; a draft, without a version, is made where there is none. undefined: escaped. */
export async function ensureSkill(app: App, client: Client, folder: string): Promise<Skill | undefined> {
  const files = await skillFiles(app.documents, folder);
  const name = readSkill(files)?.name;
  if (name === undefined) {
    throw new NoSkillError(`${documentName(folder)} holds no SKILL.md with a name. Give it one, then try again.`);
  }
  const known = await skillOfFolder(app, client, folder, name);
  if (known) {
    await madeOfSkills(app).keepFolder(folder, known.id);
    return known;
  }
  const project = await askSkillProject(app, client, `Make a Draft of ${name}`);
  if (!project) return undefined;
  const task = { title: `Making a draft of ${name}`, in: "notification" } as const;
  const ended = await runCancellable(app.progress, task, async (_, signal) => {
    const projectId = await settleProject(app, client, project, signal);
    const body = { projectId, files: files.map(packFile), publish: false };
    return client.call("skills.create", body, { signal });
  });
  app.refresh("fairlead.skills", "fairlead.projects");
  if (ended.kind === "cancelled") return undefined;
  await madeOfSkills(app).keepFolder(folder, ended.value.id);
  return ended.value;
}
