import type { Client } from "../../api/client.ts";
import type { App } from "../../core/app.ts";
import { documentName } from "../../core/documentName.ts";
import { skillFiles } from "../../core/skillFiles.ts";
import { skillOfFolder } from "../../core/skillOfFolder.ts";
import type { TestSubject } from "../../core/tests/subject.ts";
import { readSkill } from "../../skills/readSkill.ts";

/** A skill's folder of the workspace, with what is hosted of it. */
export async function subjectOfFolder(app: App, client: Client | undefined, folder: string): Promise<TestSubject> {
  const name = readSkill(await skillFiles(app.documents, folder))?.name ?? documentName(folder);
  const skill = client && (await skillOfFolder(app, client, folder, name));
  return { kind: "skill", name, folder, skill };
}
