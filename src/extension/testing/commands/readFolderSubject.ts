import type { ServiceClient } from "../../../client/client.ts";
import { readSkill } from "../../../skills/readSkill.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { findSkillOfFolder } from "../../skill/model/findSkillOfFolder.ts";
import { selectSkillFiles } from "../../skill/model/skillFiles.ts";
import type { TestSubject } from "../model/testSubject.ts";

/** A skill's workspace folder, with its hosted skill. */
export async function readFolderSubject(
  app: ConnectedServices,
  client: ServiceClient | undefined,
  folder: string,
): Promise<Extract<TestSubject, { kind: "skill" }>> {
  const name = readSkill(await selectSkillFiles(app.documents, folder))?.name ?? readDocumentName(folder);
  const skill = client && (await findSkillOfFolder(app, client, folder, name));
  return { kind: "skill", name, folder, skill };
}
