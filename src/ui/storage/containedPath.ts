import { lstat, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { formatFolderPath } from "../../core/foundation/folderPath.ts";
import { FolderError } from "../../core/foundation/folderRules.ts";
import type { FolderPath } from "../../core/foundation/ports.ts";
import { findPathProblems } from "../../text/filePaths.ts";

/** What stands at a path, links not followed. */
export async function readPathKind(path: string): Promise<"none" | "file" | "folder" | "link" | "other"> {
  try {
    const stat = await lstat(path);
    if (stat.isSymbolicLink()) return "link";
    return stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return "none";
    throw error;
  }
}

/**
 * Where a place really is on this machine. Links on the way are followed where `mayLeave`, or where they stay within the root;
 * what the place itself is made of must be no link. What is not there yet is answered as it will be.
 */
export async function resolveContainedPath(place: FolderPath, mayLeave: boolean): Promise<string> {
  if (!place.root.startsWith("file://")) {
    throw new FolderError(`Skills are installed on this machine only, and ${place.root} is not on it.`);
  }
  const [problem] = place.path === "" ? [] : findPathProblems([place.path]);
  if (problem) throw new FolderError(`"${problem.path}" is no path to write to. ${problem.message}`);
  const root = await realpath(fileURLToPath(place.root));
  let at = root;
  const parts = place.path.split("/").filter(Boolean);
  for (const [index, part] of parts.entries()) {
    const next = join(at, part);
    const kind = await readPathKind(next);
    if (kind === "none") return join(at, ...parts.slice(index));
    const isLast = index === parts.length - 1;
    if (kind !== "link" || isLast) at = next;
    else at = await follow(next, place, mayLeave ? undefined : root);
  }
  return at;
}

async function follow(link: string, place: FolderPath, root: string | undefined): Promise<string> {
  const target = await realpath(link).catch((cause: unknown) => {
    throw new FolderError(`${link} is a link to nothing. Remove it, then try again.`, { cause });
  });
  if (root === undefined || target === root || target.startsWith(root + sep)) return target;
  throw new FolderError(`Nothing was written: ${formatFolderPath(place)} leads out of its folder, to ${target}.`);
}
