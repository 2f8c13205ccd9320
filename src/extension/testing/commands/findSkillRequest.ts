import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { findNodeVersion } from "../../registry/commands/findArtifactVersion.ts";
import { chooseSkillFolder, findSourceFolder } from "../../skill/commands/chooseSkillFolder.ts";
import { type FindSkillContext, findSkill } from "../../skill/commands/findSkill.ts";
import type { SkillServices } from "../../skill/skillServices.ts";
import type { TestRequest, TestSubject } from "../model/testSubject.ts";
import { readFolderSubject } from "./readFolderSubject.ts";

export type FindSkillRequestContext = FindSkillContext & Pick<SkillServices, "localSkills">;

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
