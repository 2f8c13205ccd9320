import * as l10n from "@vscode/l10n";
import type { Skill } from "../../../contract/skills.ts";
import { checkPortability } from "../../../skills/checkPortability.ts";
import { findSkillFile } from "../../../skills/skillFile.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { applyOpenTexts } from "../model/applyOpenTexts.ts";
import { formatPortabilityDocument } from "../model/formatPortability.ts";
import { selectSkillFiles } from "../model/skillFiles.ts";
import type { SkillContext } from "../skillServices.ts";
import { chooseSkillFolder } from "./chooseSkillFolder.ts";

/** The subject: a folder with unsaved changes, or a hosted version. */
interface Subject {
  readonly name: string;
  readonly files: readonly FileContent[];
}

/** Shows which clients load a skill, and why others do not. */
export const showPortability: CommandHandler<SkillContext> = async (app, target) => {
  const { node } = target;
  const subject = node?.kind === "skill" && !node.source ? await hosted(app, node.skill) : await inFolder(app, target);
  if (!subject) return;
  const { name, files } = subject;
  if (!findSkillFile(files))
    return showMessage(app, "info", l10n.t`${name} holds no SKILL.md, so no client loads it as a skill.`);
  await app.documents.showMarkdown(
    formatPortabilityDocument(name, checkPortability(files, name)),
    l10n.t`Where ${name} loads.md`,
  );
};

/** Without a workspace folder, the skill's name is used as the folder name. */
async function hosted(app: SkillContext, { name, artifactId, latestVersion }: Skill): Promise<Subject | undefined> {
  if (!artifactId || !latestVersion)
    return showMessage(
      app,
      "info",
      l10n.t`${name} is a draft without a version, and its folder is not in this workspace.`,
    );
  const client = await app.client();
  return client && { name, files: await app.versions.list(client, artifactId, latestVersion) };
}

async function inFolder(app: EditorServices, { node, resource }: CommandTarget): Promise<Subject | undefined> {
  const source = node?.kind === "skill" || node?.kind === "source" ? node.source?.folder : undefined;
  const question = { title: l10n.t("Show Skill Compatibility"), placeholder: l10n.t("Which skill?") };
  const from = source ?? resource;
  const folder = await chooseSkillFolder(app, from === undefined ? {} : { resource: from }, question);
  if (folder === undefined) return undefined;
  const saved = await selectSkillFiles(app.documents, folder);
  const main = findSkillFile(saved);
  const texts = main ? [[main.path, await app.documents.read(`${folder}/${main.path}`)] as const] : [];
  return { name: readDocumentName(folder), files: applyOpenTexts(saved, new Map(texts)) };
}
