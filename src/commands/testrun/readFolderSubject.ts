import type { Client } from "../../client/client.ts";
import { skillOfFolder } from "../../core/skill/findSkillOfFolder.ts";
import { skillFiles } from "../../core/skill/skillFiles.ts";
import type { TestSubject } from "../../core/testrun/testSubject.ts";
import { readSkill } from "../../skills/readSkill.ts";
import { documentName } from "../../text/documentName.ts";
import type { App } from "../app.ts";

/** A skill's folder of the workspace, with what is hosted of it. */
export async function subjectOfFolder(app: App, client: Client | undefined, folder: string): Promise<TestSubject> {
  const name = readSkill(await skillFiles(app.documents, folder))?.name ?? documentName(folder);
  const skill = client && (await skillOfFolder(app, client, folder, name));
  return { kind: "skill", name, folder, skill };
}
