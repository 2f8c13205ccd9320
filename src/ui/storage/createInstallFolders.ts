import { readFile } from "node:fs/promises";
import type { Place, SkillFolders, SkillRoot } from "../../core/foundation/ports.ts";
import { changeFolder } from "./containedChange.ts";
import { kindAt, locate } from "./containedPath.ts";
import { readContained } from "./readContainedFiles.ts";

/** Folders of this machine, through Node: only there a file can be put in place of another in one step. */
export function createInstallFolders(machine: string, roots: () => readonly SkillRoot[]): SkillFolders {
  // Whoever sends a workspace may have put links into it; those in a home are its owner's.
  const mayLeave = ({ root }: Place) => roots().some(({ scope, uri }) => scope === "user" && uri === root);
  const find = (place: Place) => locate(place, mayLeave(place));
  return {
    machine,
    roots,
    read: async (place, always = []) => readContained(await find(place), always),
    readFile: async (place) => {
      const path = await find(place);
      return (await kindAt(path)) === "file" ? readFile(path) : undefined;
    },
    change: async (place, { write = [], remove = [] }) =>
      changeFolder(await find(place), { write, remove }, place.path === ""),
  };
}
