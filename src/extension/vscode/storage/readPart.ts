import { Uri, workspace } from "vscode";
import type { EditorDocuments } from "../../base/ports.ts";
import { isInsideFolder } from "./containedPath.ts";
import { readFile } from "./folders.ts";

/** Reads a file for a document that refers to it, which may be somebody else's: nothing outside of its workspace folder. */
export const readPart: EditorDocuments["readPart"] = async (documentUri, partUri, { isSaved = false } = {}) => {
  const part = Uri.parse(partUri, true);
  const folder = workspace.getWorkspaceFolder(Uri.parse(documentUri, true));
  if (!folder || workspace.getWorkspaceFolder(part) !== folder || !(await isInside(folder.uri, part))) return undefined;
  const open = workspace.textDocuments.find(({ uri }) => uri.toString() === part.toString());
  if (open && !isSaved) return open.getText();
  const bytes = await readFile(part);
  return bytes && new TextDecoder().decode(bytes);
};

/** A virtual file system has no links that could lead out of the folder. */
const isInside = async (folder: Uri, file: Uri) =>
  folder.scheme !== "file" || isInsideFolder(folder.fsPath, file.fsPath);
