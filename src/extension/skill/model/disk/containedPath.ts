import { lstat, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import * as l10n from "@vscode/l10n";
import { findPathProblems } from "../../../../text/filePaths.ts";
import { FolderError, findReservedNameProblem } from "../../../../text/files/folderRules.ts";
import { formatFolderPath } from "../../../base/folderPath.ts";
import type { FolderPath } from "../../../base/skillFolders.ts";

/** Reads what exists at a path, without following links. */
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
 * Resolves a path to its real path on this machine. Follows links in its parents if `mayLeave` is true or if they stay within
 * the root. Does not follow a link at the path itself. Parts that do not exist are appended as they are.
 */
export async function resolveContainedPath(folderPath: FolderPath, mayLeave: boolean): Promise<string> {
  if (!folderPath.root.startsWith("file://")) {
    throw new FolderError(l10n.t`Skills are installed on this machine only, and ${folderPath.root} is not on it.`);
  }
  const [problem] = folderPath.path === "" ? [] : findPathProblems([folderPath.path]);
  const message = problem?.message ?? findReservedNameProblem(folderPath.path);
  if (message !== undefined) throw new FolderError(l10n.t`"${folderPath.path}" is not a path to write to. ${message}`);
  const root = await realpath(fileURLToPath(folderPath.root));
  let current = root;
  const parts = folderPath.path.split("/").filter(Boolean);
  for (const [index, part] of parts.entries()) {
    const next = join(current, part);
    const kind = await readPathKind(next);
    if (kind === "none") return join(current, ...parts.slice(index));
    const isLast = index === parts.length - 1;
    if (kind !== "link" || isLast) current = next;
    else current = await followLink(next, folderPath, mayLeave ? undefined : root);
  }
  return current;
}

/** Whether a file exists and is below a folder, after all links. */
export async function isInsideFolder(folder: string, file: string): Promise<boolean> {
  try {
    const [root, target] = await Promise.all([realpath(folder), realpath(file)]);
    return target.startsWith(root.endsWith(sep) ? root : root + sep);
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

async function followLink(link: string, folderPath: FolderPath, root: string | undefined): Promise<string> {
  const target = await realpath(link).catch((cause: unknown) => {
    throw new FolderError(l10n.t`${link} is a link to nothing. Remove it, then try again.`, { cause });
  });
  if (root === undefined || target === root || target.startsWith(root + sep)) return target;
  throw new FolderError(
    l10n.t`Nothing was written: ${formatFolderPath(folderPath)} leads out of its folder, to ${target}.`,
  );
}
