import { readFile } from "node:fs/promises";
import type { FolderPath, SkillFolders, SkillRoot } from "../../core/foundation/ports.ts";
import { changeFolder } from "./containedChange.ts";
import { readPathKind, resolveContainedPath } from "./containedPath.ts";
import { readContainedFiles } from "./readContainedFiles.ts";

/** Folders of this machine, through Node: only there a file can be put in place of another in one step. */
export function createInstallFolders(machine: string, roots: () => readonly SkillRoot[]): SkillFolders {
  // Whoever sends a workspace may have put links into it; those in a home are its owner's.
  const mayLeave = ({ root }: FolderPath) => roots().some(({ scope, uri }) => scope === "user" && uri === root);
  const find = (place: FolderPath) => resolveContainedPath(place, mayLeave(place));
  return {
    machine,
    roots,
    read: async (place, always = []) => readContainedFiles(await find(place), always),
    readFile: async (place) => {
      const path = await find(place);
      return (await readPathKind(path)) === "file" ? readFile(path) : undefined;
    },
    change: async (place, { write = [], remove = [] }) =>
      changeFolder(await find(place), { write, remove }, place.path === ""),
  };
}
