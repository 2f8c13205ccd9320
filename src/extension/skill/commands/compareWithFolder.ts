import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { folderPathUri } from "../../base/folderPath.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { type ArtifactWithVersion, findArtifactVersion } from "../../registry/commands/findArtifactVersion.ts";
import { createFolderDiffSide, readVersionDiffSide, showDifferences } from "../../registry/commands/showDifferences.ts";
import type { FileSet } from "../../registry/model/fileDifferences.ts";
import { findServerOfArtifact } from "../../server/model/readServer.ts";
import { getServerLinks } from "../../server/model/serverLinks.ts";
import { formatAgentName } from "../model/installTargets.ts";
import { readSkillCopyFiles, type SkillCopy } from "../model/skillCopies.ts";
import { selectSkillFiles } from "../model/skillFiles.ts";
import type { SkillContext } from "../skillServices.ts";
import { chooseSkillFolder, chooseSourceFolder, findSourceFolder } from "./chooseSkillFolder.ts";
import { findSkill } from "./findSkill.ts";

const title = l10n.t("Compare Folder and Version");

/** Compares a version with the folder it was created from, or a folder of a skill with its version. */
export const compareWithFolder: CommandHandler<SkillContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const { node, resource } = target;
  const isOfFolder = resource !== undefined || (node && node.kind !== "version" && node.kind !== "artifact");
  if (isOfFolder) return compareSkill(app, client, target);
  const found = await findArtifactVersion(app, client, target, { title, placeholder: l10n.t("Which version?") });
  if (!found) return;
  const here =
    found.artifact.kind === "skill" ? await skillHere(app, client, found) : await serverHere(app, client, found);
  if (!here) return;
  const { id: artifactId, name } = found.artifact;
  const hosted = await readVersionDiffSide(app, client, { name, artifactId, version: found.version.version });
  await showDifferences(app, hosted, here);
};

async function skillHere(
  app: SkillContext,
  client: ServiceClient,
  found: ArtifactWithVersion,
): Promise<FileSet | undefined> {
  const skill = await findSkill(app, client, { node: { kind: "version", ...found, live: false } }, { title, none: "" });
  const knownFolder = skill && (await findSourceFolder(app, skill.id, skill.name));
  const placeholder = l10n.t`Which folder to compare ${found.artifact.name} with?`;
  const folder = knownFolder ?? (await chooseSkillFolder(app, {}, { title, placeholder }));
  return folder === undefined ? undefined : readSkillSide(app, folder);
}

const readSkillSide = async ({ documents }: EditorServices, folder: string) =>
  createFolderDiffSide(readDocumentName(folder), folder, await selectSkillFiles(documents, folder));

/** A server generated from a document has no folder, so the user picks one. */
async function serverHere(
  app: SkillContext,
  client: ServiceClient,
  { artifact }: ArtifactWithVersion,
): Promise<FileSet | undefined> {
  const serverId = artifact.ownerId ?? (await findServerOfArtifact(client, artifact.id))?.id;
  const knownFolder = serverId === undefined ? undefined : getServerLinks(app).folderOf(serverId);
  const question = { title: l10n.t`Compare ${artifact.name} with a Folder`, action: l10n.t("Compare") };
  const folder = knownFolder ?? (await app.documents.promptForFolder(question));
  if (folder === undefined) return undefined;
  return createFolderDiffSide(readDocumentName(folder), folder, await app.documents.readFolder(folder));
}

/** Compares a folder with the hosted skill: a workspace folder with the latest version, a copy with its own. */
async function compareSkill(app: SkillContext, client: ServiceClient, target: CommandTarget): Promise<void> {
  const { node } = target;
  if (node?.kind === "installation") {
    if (node.copy) return compareCopy(app, client, node.copy);
    return showMessage(
      app,
      "info",
      l10n.t`These files are not in this workspace but on ${node.installation?.target?.machine ?? l10n.t("another machine")}.`,
    );
  }
  const question = { title, placeholder: l10n.t("Which skill?") };
  const folder = await chooseSourceFolder(app, target, question);
  if (folder === undefined) return;
  const skill = await findSkill(app, client, node ? target : { resource: folder }, { ...question, none: "" });
  if (!skill) return;
  const { name, artifactId, latestVersion: version } = skill;
  if (!artifactId || !version)
    return showMessage(app, "info", l10n.t`${name} is a draft: there is no version to compare with yet.`);
  const hosted = await readVersionDiffSide(app, client, { name, artifactId, version });
  await showDifferences(app, hosted, await readSkillSide(app, folder));
}

async function compareCopy(app: SkillContext, client: ServiceClient, copy: SkillCopy): Promise<void> {
  const { artifactId, version, agent } = copy.record;
  // The rows of copies from elsewhere do not have this command.
  if (artifactId === undefined) return;
  const files = (await readSkillCopyFiles(app.folders, copy)) ?? [];
  const side = createFolderDiffSide(l10n.t`${formatAgentName(agent)}'s copy`, folderPathUri(copy.folder), files);
  await showDifferences(app, await readVersionDiffSide(app, client, { name: copy.name, artifactId, version }), side);
}
