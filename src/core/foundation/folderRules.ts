import { findPathProblems } from "../../text/filePaths.ts";

/** More than this is not a server's folder but something chosen by mistake. */
export const folderLimits = { files: 2000, bytes: 20 * 2 ** 20 } as const;

/** A folder that cannot be taken as it is. */
export class FolderError extends Error {
  override readonly name = "FolderError";
}

const ignoredFolders = new Set([".git", ".hg", ".svn", "node_modules", ".vscode", ".idea", "__pycache__"]);

/** Begins the name of a folder that is being written, and is nothing yet. */
export const stagingPrefix = ".fairlead-";

/** Whether a name is never part of what is deployed: version control, installed packages, secrets. */
export function isIgnoredName(name: string): boolean {
  return (
    ignoredFolders.has(name) ||
    name.startsWith(stagingPrefix) ||
    name === ".DS_Store" ||
    (/^\.env(\..+)?$/.test(name) && name !== ".env.example")
  );
}

/** What a service calls something, as the name of one folder: it leads nowhere else, on any system. */
export function toFolderName(called: string): string {
  const name = called
    .toWellFormed()
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  return name === "" || findPathProblems([name]).length > 0 ? `server-${name}`.replace(/-$/, "") : name;
}
