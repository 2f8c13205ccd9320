import type { Client } from "../../client/client.ts";
import type { TestOrder } from "../../core/testrun/testSubject.ts";
import { versionOfNode } from "../../core/view/findNodeVersion.ts";
import type { App, Command, Target } from "../app.ts";
import { chooseSkillFolder } from "../skill/chooseSkillFolder.ts";
import { findSkill } from "../skill/findSkill.ts";
import { folderOf } from "../skill/sourceFolder.ts";
import { subjectOfFolder } from "./readFolderSubject.ts";

const title = "Test a Skill";

/** Runs the cases of a skill: of its folder in the workspace where there is one, else of a version. */
export const testSkill: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const order = await orderFor(app, client, target);
  if (order) await app.tests.run([order]);
};

async function orderFor(app: App, client: Client, target: Target): Promise<TestOrder | undefined> {
  const { node } = target;
  const isHosted = node !== undefined && node.kind !== "source";
  if (!isHosted) {
    const resource = node?.kind === "source" ? node.source.folder : target.resource;
    const asked = resource === undefined ? {} : { resource };
    const folder = await chooseSkillFolder(app, asked, { title, placeholder: "Which skill?" });
    return folder === undefined ? undefined : { subject: await subjectOfFolder(app, client, folder), cases: undefined };
  }
  const skill = await findSkill(app, client, target, { title, none: "There is no skill yet." });
  if (!skill) return undefined;
  const version = versionOfNode(node);
  const folder = version === undefined ? await folderOf(app, skill.id, skill.name) : undefined;
  const subject = { kind: "skill", name: skill.name, folder, skill } as const;
  return { subject, cases: undefined, ...(version !== undefined && { version }) };
}
