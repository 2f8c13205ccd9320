import * as l10n from "@vscode/l10n";
import { FileSystemError, FileType, Uri, workspace } from "vscode";
import { findPathProblems } from "../../../text/filePaths.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { FolderError, folderLimits, isIgnoredName } from "../../../text/files/folderRules.ts";
import { fillFolder } from "../../skill/model/disk/containedChange.ts";

/** Reads the files of a folder and of the folders below it, without ignored ones and without links. */
export async function readFolder(folder: Uri): Promise<readonly FileContent[]> {
  const files: FileContent[] = [];
  let bytes = 0;
  for (const path of await listFolderPaths(folder, "")) {
    const content = await workspace.fs.readFile(Uri.joinPath(folder, path));
    bytes += content.byteLength;
    if (bytes > folderLimits.bytes)
      throw createLimitError(folder, l10n.t`more than ${folderLimits.bytes / 2 ** 20} MiB`);
    files.push({ path, bytes: content });
  }
  return files;
}

/** Lists the relative paths below a folder, sorted, without ignored ones and without links. */
export async function listFolderPaths(folder: Uri, below: string): Promise<readonly string[]> {
  const entries = await workspace.fs.readDirectory(below === "" ? folder : Uri.joinPath(folder, below));
  const paths: string[] = [];
  for (const [name, type] of entries.sort()) {
    const path = below === "" ? name : `${below}/${name}`;
    if (isIgnoredName(name)) continue;
    if (type === FileType.Directory) paths.push(...(await listFolderPaths(folder, path)));
    else if (type === FileType.File) paths.push(path);
    if (paths.length > folderLimits.files)
      throw createLimitError(folder, l10n.t`more than ${folderLimits.files} files`);
  }
  return paths;
}

/** Checks all paths before the first write. A folder on this disk is created at once, in a temporary one beside it. */
export async function changeFolder(
  folder: Uri,
  { write, remove = [] }: { readonly write: readonly FileContent[]; readonly remove?: readonly string[] },
): Promise<void> {
  const [problem] = [
    ...findPathProblems(write.map(({ path }) => path)),
    ...remove.flatMap((path) => findPathProblems([path])),
  ];
  if (problem)
    throw new FolderError(l10n.t`Nothing was written to ${nameOf(folder)}. "${problem.path}": ${problem.message}`);
  if (folder.scheme === "file") await fillFolder(folder.fsPath, { write, remove });
  else await changeRemoteFolder(folder, write, remove);
}

/** A virtual file system has no links that could lead out of the folder. Restores what it replaced if a write fails. */
async function changeRemoteFolder(
  folder: Uri,
  write: readonly FileContent[],
  remove: readonly string[],
): Promise<void> {
  const undo: (() => Thenable<void>)[] = [];
  try {
    for (const { path, bytes } of write) {
      const target = Uri.joinPath(folder, path);
      const before = await readFile(target);
      undo.unshift(() => (before ? workspace.fs.writeFile(target, before) : workspace.fs.delete(target)));
      await workspace.fs.writeFile(target, bytes);
    }
    for (const path of remove) await workspace.fs.delete(Uri.joinPath(folder, path));
  } catch (cause) {
    for (const restore of undo) await restore().then(undefined, () => {});
    throw new FolderError(l10n.t`The files could not be written to ${nameOf(folder)}: ${String(cause)}`, { cause });
  }
}

/** undefined: there is no such file. */
export async function readFile(file: Uri): Promise<Uint8Array | undefined> {
  try {
    return await workspace.fs.readFile(file);
  } catch (error) {
    if (error instanceof FileSystemError && error.code === "FileNotFound") return undefined;
    throw error;
  }
}

export async function isFolder(uri: Uri): Promise<boolean> {
  const stat = await workspace.fs.stat(uri).then(undefined, () => undefined);
  return stat !== undefined && (stat.type & FileType.Directory) !== 0;
}

function createLimitError(folder: Uri, amount: string): FolderError {
  return new FolderError(l10n.t`${nameOf(folder)} holds ${amount}. Choose the server's own folder.`);
}

const nameOf = (folder: Uri) => workspace.asRelativePath(folder);
