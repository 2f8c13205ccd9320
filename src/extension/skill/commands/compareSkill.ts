import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { folderPathUri } from "../../base/folderPath.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { createFolderDiffSide, readVersionDiffSide, showDifferences } from "../../registry/commands/showDifferences.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { formatAgentName } from "../model/installTargets.ts";
import { readSkillCopyFiles, type SkillCopy } from "../model/skillCopies.ts";
import { selectSkillFiles } from "../model/skillFiles.ts";
import type { SkillServices } from "../skillServices.ts";
import { findSkill } from "./findSkill.ts";
import { type ChooseSourceFolderContext, chooseSourceFolder } from "./sourceFolder.ts";

/** Compares a folder with the hosted skill: a workspace folder with the latest version, a copy with its own. */
export async function compareSkill(
  app: ChooseSourceFolderContext & RegistryServices & Pick<SkillServices, "folders">,
  client: ServiceClient,
  target: CommandTarget,
): Promise<void> {
  const { node } = target;
  if (node?.kind === "installation") {
    if (node.copy) return compareCopy(app, client, node.copy);
    return showMessage(
      app,
      "info",
      l10n.t`These files are not in this workspace but on ${node.installation?.target?.machine ?? l10n.t("another machine")}.`,
    );
  }
  const question = { title: l10n.t("Compare Folder and Version"), placeholder: l10n.t("Which skill?") };
  const folder = await chooseSourceFolder(app, target, question);
  if (folder === undefined) return;
  const skill = await findSkill(app, client, node ? target : { resource: folder }, { ...question, none: "" });
  if (!skill) return;
  const { name, artifactId, latestVersion: version } = skill;
  if (!artifactId || !version)
    return showMessage(app, "info", l10n.t`${name} is a draft: there is no version to compare with yet.`);
  const side = createFolderDiffSide(readDocumentName(folder), folder, await selectSkillFiles(app.documents, folder));
  await showDifferences(app, await readVersionDiffSide(app, client, { name, artifactId, version }), side);
}

async function compareCopy(
  app: EditorServices & RegistryServices & Pick<SkillServices, "folders">,
  client: ServiceClient,
  copy: SkillCopy,
): Promise<void> {
  const { artifactId, version, agent } = copy.record;
  // The rows of copies from elsewhere do not have this command.
  if (artifactId === undefined) return;
  const files = (await readSkillCopyFiles(app.folders, copy)) ?? [];
  const side = createFolderDiffSide(l10n.t`${formatAgentName(agent)}'s copy`, folderPathUri(copy.folder), files);
  await showDifferences(app, await readVersionDiffSide(app, client, { name: copy.name, artifactId, version }), side);
}
