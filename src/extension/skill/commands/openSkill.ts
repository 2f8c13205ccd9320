import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Skill } from "../../../contract/skills.ts";
import { findSkillFile } from "../../../skills/skillFile.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { folderPathUri } from "../../base/folderPath.ts";
import { showMessage } from "../../base/showMessage.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import type { TreeNodeOfKind } from "../../workbench/nodes.ts";
import type { SkillContext } from "../skillServices.ts";
import { findSourceFolder } from "./chooseSkillFolder.ts";
import { findSkill } from "./findSkill.ts";

/** Opens `SKILL.md`: the workspace's, the installed one, or the latest version's read-only. */
export const openSkill: CommandHandler<SkillContext> = async (app, target) => {
  const { node } = target;
  if (node?.kind === "source") return app.documents.show(`${node.source.folder}/SKILL.md`, { preview: false });
  if (node?.kind === "installation" && node.copy)
    return app.documents.show(`${folderPathUri(node.copy.folder)}/SKILL.md`);
  if (node?.kind === "addedSkill") {
    const [copy] = node.copies;
    return copy && app.documents.show(`${folderPathUri(copy.folder)}/SKILL.md`);
  }
  if (node?.kind === "problem" && node.of.source) return openProblem(app, node, node.of.source.folder);
  const client = await app.client();
  if (!client) return;
  if (node?.kind === "problem") return node.of.skill && openHosted(app, client, node.of.skill, node.problem);
  const skill = await findSkill(app, client, target, {
    title: l10n.t("Open a Skill"),
    none: l10n.t("There is no skill yet. Make one with New Skill, or publish a folder that holds a SKILL.md."),
  });
  if (!skill) return;
  const folder = await findSourceFolder(app, skill.id, skill.name);
  if (folder !== undefined) return app.documents.show(`${folder}/SKILL.md`, { preview: false });
  return openHosted(app, client, skill);
};

type Problem = TreeNodeOfKind<"problem">["problem"];

const lineOption = (line: number | undefined) => (line === undefined ? {} : { line: line - 1 });

async function openProblem(app: EditorServices, { problem }: TreeNodeOfKind<"problem">, folder: string): Promise<void> {
  const { path = "SKILL.md", line } = problem;
  await app.documents.show(folderPathUri({ root: folder, path }), lineOption(line));
}

async function openHosted(
  app: SkillContext,
  client: ServiceClient,
  { name, artifactId, latestVersion: version }: Skill,
  at?: Pick<Problem, "path" | "line">,
): Promise<void> {
  if (!artifactId || !version)
    return showMessage(
      app,
      "info",
      l10n.t`${name} is a draft whose folder is not in this workspace: there is nothing to open here.`,
    );
  const files = await app.versions.list(client, artifactId, version);
  const path = files.find((file) => file.path === at?.path)?.path ?? findSkillFile(files)?.path;
  if (path === undefined) return;
  await app.documents.show(versionFileUri({ name, artifactId, version, path }), lineOption(at?.line));
}
