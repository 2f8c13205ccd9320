import { lstat, readdir, readFile, readlink, stat, symlink, unlink } from "node:fs/promises";
import { dirname, join, relative, resolve as resolvePath } from "node:path";
import * as l10n from "@vscode/l10n";
import { findPathProblems } from "../../../../text/filePaths.ts";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { FolderError, folderLimits, isIgnoredName } from "../../../../text/files/folderRules.ts";
import type { FolderPath, SkillFolders, SkillRoot } from "../../../base/skillFolders.ts";
import { changeFolder } from "./containedChange.ts";
import { readPathKind, resolveContainedPath } from "./containedPath.ts";

/** Folders of this machine, through Node, because only Node can replace a file atomically. */
export function createInstallFolders(machine: string, roots: () => readonly SkillRoot[]): SkillFolders {
  // The author of a workspace may have put links into it. Links in the home folder are the user's own.
  const mayLeave = ({ root }: FolderPath) => roots().some(({ scope, uri }) => scope === "user" && uri === root);
  const resolve = (folderPath: FolderPath) => resolveContainedPath(folderPath, mayLeave(folderPath));
  return {
    machine,
    roots,
    read: async (folderPath, always = []) => readContainedFiles(await resolve(folderPath), always),
    readFile: async (folderPath) => {
      const path = await resolve(folderPath);
      return (await readPathKind(path)) === "file" ? readFile(path) : undefined;
    },
    isFolder: (folderPath) =>
      resolve(folderPath)
        .then(stat)
        .then(
          (found) => found.isDirectory(),
          () => false,
        ),
    change: async (folderPath, { write = [], remove = [] }) =>
      changeFolder(await resolve(folderPath), { write, remove }, folderPath.path === ""),
    removeLink: async (link, target) => {
      const path = await resolve(link);
      if ((await readPathKind(path)) !== "link") return false;
      if (resolvePath(dirname(path), await readlink(path)) !== (await resolve(target))) return false;
      await unlink(path);
      return true;
    },
    createLink: async (link, target) => {
      const [path, to] = [await resolve(link), await resolve(target)];
      if ((await readPathKind(path)) !== "none") return;
      // A junction needs no rights on Windows, and an absolute path.
      await symlink(process.platform === "win32" ? to : relative(dirname(path), to), path, "junction");
    },
  };
}

/** Reads the files of a folder and below it, without links and ignored files, but with the paths of `always`; bounded. */
async function readContainedFiles(
  folder: string,
  always: readonly string[],
): Promise<readonly FileContent[] | undefined> {
  if ((await readPathKind(folder)) !== "folder") return undefined;
  const paths = new Set(await listPaths(folder, ""));
  for (const path of always) if (await isFileBelow(folder, path)) paths.add(path);
  const files: FileContent[] = [];
  let size = 0;
  for (const path of paths) {
    const target = join(folder, ...path.split("/"));
    size += (await lstat(target)).size;
    if (size > folderLimits.bytes)
      throw createLimitError(folder, l10n.t`more than ${folderLimits.bytes / 2 ** 20} MiB`);
    files.push({ path, bytes: await readFile(target) });
  }
  return files;
}

async function listPaths(folder: string, below: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (isIgnoredName(entry.name)) continue;
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) paths.push(...(await listPaths(folder, path)));
    else if (entry.isFile()) paths.push(path);
    if (paths.length > folderLimits.files)
      throw createLimitError(folder, l10n.t`more than ${folderLimits.files} files`);
  }
  return paths;
}

async function isFileBelow(folder: string, path: string): Promise<boolean> {
  if (findPathProblems([path]).length > 0) return false;
  const parts = path.split("/");
  for (let count = 1; count < parts.length; count += 1) {
    if ((await readPathKind(join(folder, ...parts.slice(0, count)))) !== "folder") return false;
  }
  return (await readPathKind(join(folder, ...parts))) === "file";
}

function createLimitError(folder: string, amount: string): FolderError {
  return new FolderError(l10n.t`${folder} has ${amount}, which is too much for a skill.`);
}
