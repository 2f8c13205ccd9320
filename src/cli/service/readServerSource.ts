import { basename, resolve } from "node:path";
import { packServerFolder } from "../../client/files/packServerFolder.ts";
import { readFolder } from "./readFolder.ts";

/** A folder of code as the source of a version, as the editor uploads it, and the name that it declares. */
export async function readServerSource(cwd: string, folder: string) {
  const path = resolve(cwd, folder);
  return packServerFolder(basename(path), await readFolder(path));
}
