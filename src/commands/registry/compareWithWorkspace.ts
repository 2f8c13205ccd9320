import type { Client } from "../../client/client.ts";
import type { FileSide } from "../../core/registry/fileDifferences.ts";
import { serverOfArtifact } from "../../core/server/findServerOfArtifact.ts";
import { skillFiles } from "../../core/skill/skillFiles.ts";
import { documentName } from "../../text/documentName.ts";
import type { App, Command } from "../app.ts";
import { made } from "../server/getServerLinks.ts";
import { chooseSkillFolder } from "../skill/chooseSkillFolder.ts";
import { findSkill } from "../skill/findSkill.ts";
import { folderOf } from "../skill/sourceFolder.ts";
import { versionNode } from "./createVersionNode.ts";
import { folderSide, versionSide } from "./diffSides.ts";
import { type ArtifactVersion, findArtifactVersion } from "./findArtifactVersion.ts";
import { showDifferences } from "./showDifferences.ts";

const title = "Compare a Version with the Workspace";

/** Shows how the folder a version was made of differs from it by now. */
export const compareWithWorkspace: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const found = await findArtifactVersion(app, client, target, { title, placeholder: "Which version?" });
  if (!found) return;
  const here =
    found.artifact.kind === "skill" ? await skillHere(app, client, found) : await serverHere(app, client, found);
  if (!here) return;
  const { id: artifactId, name } = found.artifact;
  const hosted = await versionSide(app, client, { name, artifactId, version: found.version.version });
  await showDifferences(app, hosted, here);
};

async function skillHere(app: App, client: Client, found: ArtifactVersion): Promise<FileSide | undefined> {
  const skill = await findSkill(app, client, { node: versionNode(found) }, { title, none: "" });
  const known = skill && (await folderOf(app, skill.id, skill.name));
  const placeholder = `Which folder to compare ${found.artifact.name} with?`;
  const folder = known ?? (await chooseSkillFolder(app, {}, { title, placeholder }));
  if (folder === undefined) return undefined;
  return folderSide(documentName(folder), folder, await skillFiles(app.documents, folder));
}

/** A server that was made of a document has no folder: it is asked which. */
async function serverHere(app: App, client: Client, { artifact }: ArtifactVersion): Promise<FileSide | undefined> {
  const serverId = artifact.ownerId ?? (await serverOfArtifact(client, artifact.id))?.id;
  const known = serverId === undefined ? undefined : made(app).folderOf(serverId);
  const question = { title: `Compare ${artifact.name} with a Folder`, action: "Compare" };
  const folder = known ?? (await app.documents.askFolder(question));
  if (folder === undefined) return undefined;
  return folderSide(documentName(folder), folder, await app.documents.readFolder(folder));
}
