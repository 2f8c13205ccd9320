import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { readSkill } from "../../../skills/readSkill.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { findNodeVersion } from "../../registry/commands/findArtifactVersion.ts";
import { chooseSkillFolder, findSourceFolder } from "../../skill/commands/chooseSkillFolder.ts";
import { findSkill } from "../../skill/commands/findSkill.ts";
import { findSkillOfFolder } from "../../skill/model/findSkillOfFolder.ts";
import { selectSkillFiles } from "../../skill/model/skillFiles.ts";
import type { SkillServices } from "../../skill/skillServices.ts";
import type { TestRequest, TestSubject } from "../model/testSubject.ts";

export type FindSkillRequestContext = ConnectedServices & Pick<SkillServices, "localSkills">;

/** A request to test a skill: its workspace folder if there is one, else a version. undefined: cancelled. */
export interface SkillTestRequest extends TestRequest {
  readonly subject: Extract<TestSubject, { kind: "skill" }>;
}

export async function findSkillRequest(
  app: FindSkillRequestContext,
  client: ServiceClient,
  target: CommandTarget,
  title: string,
): Promise<SkillTestRequest | undefined> {
  const { node } = target;
  const isHosted = node !== undefined && node.kind !== "source";
  if (!isHosted) {
    const resource = node?.kind === "source" ? node.source.folder : target.resource;
    const asked = resource === undefined ? {} : { resource };
    const folder = await chooseSkillFolder(app, asked, { title, placeholder: l10n.t("Which skill?") });
    return folder === undefined
      ? undefined
      : { subject: await readFolderSubject(app, client, folder), cases: undefined };
  }
  const skill = await findSkill(app, client, target, { title, none: l10n.t("There is no skill yet.") });
  if (!skill) return undefined;
  const version = findNodeVersion(node);
  const folder = version === undefined ? await findSourceFolder(app, skill.id, skill.name) : undefined;
  const subject = { kind: "skill", name: skill.name, folder, skill } as const;
  return { subject, cases: undefined, ...(version !== undefined && { version }) };
}

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
