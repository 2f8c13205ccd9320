import { Uri, workspace } from "vscode";
import { folderLinkName } from "../../../text/files/folderRules.ts";
import type { EditorDocuments } from "../../base/ports.ts";
import { findWorkspaceFiles } from "./findWorkspaceFiles.ts";

const ignored = "**/{node_modules,.git,.hg,.svn}/**";
const maxFiles = 500;

/** Finds the case files of servers. */
export const findCaseFiles: EditorDocuments["findCaseFiles"] = async () => {
  const found = await findWorkspaceFiles("**/fairlead.tests.{yaml,yml,json}", ignored, maxFiles);
  return found.map((file) => file.toString());
};

/** Finds the folders of the workspace that name their server. */
export const findServerFolders: EditorDocuments["findServerFolders"] = async () => {
  const found = await findWorkspaceFiles(`**/${folderLinkName}`, ignored, maxFiles);
  return found.map((file) => Uri.joinPath(file, "..").toString()).sort();
};

/** Finds the folders of the workspace that have a `SKILL.md`. */
export const findSkillFolders: EditorDocuments["findSkills"] = async () => {
  const found = await findWorkspaceFiles("**/SKILL.md", ignored, maxFiles);
  return found
    .map((file) => Uri.joinPath(file, ".."))
    .map((folder) => ({ uri: folder.toString(), label: workspace.asRelativePath(folder) }))
    .sort((one, other) => one.label.localeCompare(other.label));
};
