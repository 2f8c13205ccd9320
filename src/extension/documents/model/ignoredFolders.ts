const names = ["node_modules", ".git", "dist", "out", "build"];

/** Folders of a workspace whose files no menu is about, as a pattern of the editor. */
export const ignoredFolderPattern = `**/{${names.join(",")}}/**`;

/** Whether a path is in such a folder below the folder of the workspace, which itself may have any name. */
export function isInIgnoredFolder(path: string, workspaceFolder: string): boolean {
  const folders = path.slice(workspaceFolder.length).split("/").slice(0, -1);
  return folders.some((name) => names.includes(name));
}
