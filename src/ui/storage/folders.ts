import { FileType, Uri, window, workspace } from "vscode";
import { FolderError, folderLimits, isIgnoredName } from "../../core/foundation/folderRules.ts";
import { findPathProblems } from "../../text/filePaths.ts";
import { formatMessageText } from "../../text/plainMessage.ts";
import { fillFolder } from "./containedChange.ts";

export interface FolderFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Reads the files of a folder and of the folders below it, without ignored ones and without links. */
export async function readFolder(folder: Uri): Promise<readonly FolderFile[]> {
  const files: FolderFile[] = [];
  let bytes = 0;
  for (const path of await listFolderPaths(folder, "")) {
    const content = await workspace.fs.readFile(Uri.joinPath(folder, path));
    bytes += content.byteLength;
    if (bytes > folderLimits.bytes) throw createLimitError(folder, `more than ${folderLimits.bytes / 2 ** 20} MiB`);
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
    if (paths.length > folderLimits.files) throw createLimitError(folder, `more than ${folderLimits.files} files`);
  }
  return paths;
}

/** Checks all paths before the first write and asks before it replaces files; undefined: the user cancelled. */
export async function writeFolder(folder: Uri, files: readonly FolderFile[]): Promise<readonly string[] | undefined> {
  const [problem] = findPathProblems(files.map(({ path }) => path));
  if (problem) throw new FolderError(`Nothing was written to ${nameOf(folder)}. "${problem.path}": ${problem.message}`);
  const existing = await findExisting(folder, files);
  if (existing.length > 0 && !(await confirmReplace(folder, existing))) return undefined;
  if (folder.scheme === "file") await fillFolder(folder.fsPath, files);
  else await writeRemote(folder, files, existing);
  return files.map(({ path }) => path);
}

/** A virtual file system has no links that could lead out of the folder. */
async function writeRemote(folder: Uri, files: readonly FolderFile[], existing: readonly string[]): Promise<void> {
  const written: Uri[] = [];
  try {
    for (const { path, bytes } of files) {
      const target = Uri.joinPath(folder, path);
      await workspace.fs.writeFile(target, bytes);
      if (!existing.includes(path)) written.push(target);
    }
  } catch (cause) {
    for (const target of written) await workspace.fs.delete(target).then(undefined, () => {});
    throw new FolderError(`The files could not be written to ${nameOf(folder)}: ${cause}`, { cause });
  }
}

async function findExisting(folder: Uri, files: readonly FolderFile[]): Promise<readonly string[]> {
  const found = await Promise.all(
    files.map(async ({ path }) => {
      const stat = await workspace.fs.stat(Uri.joinPath(folder, path)).then(undefined, () => undefined);
      return stat ? [path] : [];
    }),
  );
  return found.flat();
}

async function confirmReplace(folder: Uri, existing: readonly string[]): Promise<boolean> {
  const action = "Replace";
  const shown = existing.slice(0, 10).join("\n");
  const rest = existing.length > 10 ? `\nand ${existing.length - 10} more` : "";
  const message = `Replace ${existing.length} ${existing.length === 1 ? "file" : "files"} in ${nameOf(folder)}?`;
  return (
    (await window.showWarningMessage(
      formatMessageText(message),
      { modal: true, detail: formatMessageText(shown + rest) },
      action,
    )) === action
  );
}

function createLimitError(folder: Uri, amount: string): FolderError {
  return new FolderError(`${nameOf(folder)} holds ${amount}. Choose the server's own folder.`);
}

const nameOf = (folder: Uri) => workspace.asRelativePath(folder);
