import { readFile } from "node:fs/promises";
import type { FolderPath, SkillFolders, SkillRoot } from "../../core/foundation/ports.ts";
import { changeFolder } from "./containedChange.ts";
import { readPathKind, resolveContainedPath } from "./containedPath.ts";
import { readContainedFiles } from "./readContainedFiles.ts";

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
    change: async (folderPath, { write = [], remove = [] }) =>
      changeFolder(await resolve(folderPath), { write, remove }, folderPath.path === ""),
  };
}
