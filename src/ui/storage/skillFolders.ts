import { Uri, workspace } from "vscode";
import type { Documents } from "../../core/foundation/ports.ts";
import { findFiles } from "./findWorkspaceFiles.ts";

const ignored = "**/{node_modules,.git,.hg,.svn}/**";
const most = 500;

/** Case files of servers. */
export const findCaseFiles: Documents["findCaseFiles"] = async () => {
  const found = await findFiles("**/fairlead.tests.{yaml,yml,json}", ignored, most);
  return found.map((file) => file.toString());
};

/** Folders of the workspace that hold a `SKILL.md`, by their paths. */
export const findSkillFolders: Documents["findSkills"] = async () => {
  const found = await findFiles("**/SKILL.md", ignored, most);
  return found
    .map((file) => Uri.joinPath(file, ".."))
    .map((folder) => ({ uri: folder.toString(), label: workspace.asRelativePath(folder) }))
    .sort((one, other) => one.label.localeCompare(other.label));
};
