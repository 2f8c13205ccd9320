/** More than this is not a server's folder but something chosen by mistake. */
export const folderLimits = { files: 2000, bytes: 20 * 2 ** 20 } as const;

/** A folder that cannot be taken as it is. */
export class FolderError extends Error {
  override readonly name = "FolderError";
}

const ignoredFolders = new Set([".git", ".hg", ".svn", "node_modules", ".vscode", ".idea", "__pycache__"]);

/** Begins the name of a folder that is being written, and is nothing yet. */
export const stagePrefix = ".fairlead-";

/** Whether a name is never part of what is deployed: version control, installed packages, secrets. */
export function isIgnored(name: string): boolean {
  return (
    ignoredFolders.has(name) ||
    name.startsWith(stagePrefix) ||
    name === ".DS_Store" ||
    (/^\.env(\..+)?$/.test(name) && name !== ".env.example")
  );
}

/** Whether a relative path stays within its folder on every system. */
export function isSafePath(path: string): boolean {
  if (path === "" || path.length > 500 || /[\\:\0]/.test(path) || path.startsWith("/")) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
