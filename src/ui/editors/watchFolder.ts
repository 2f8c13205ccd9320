import { RelativePattern, type Uri, workspace } from "vscode";
import { isIgnoredName } from "../../core/foundation/folderRules.ts";
import type { Disposable } from "../../core/foundation/ports.ts";

export interface FolderWatch extends Disposable {
  /** From the first call on, unless it is disposed of. */
  start(): void;
}

/** Tells of what comes, goes or changes in a folder, apart from what is never a part of it. */
export function watchFolder(folder: Uri, changed: () => void): FolderWatch {
  const watching: Disposable[] = [];
  let isOver = false;
  const tell = ({ path }: Uri) => {
    if (!path.slice(folder.path.length).split("/").some(isIgnoredName)) changed();
  };
  return {
    start: () => {
      if (isOver || watching.length > 0) return;
      const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, "**/*"));
      watching.push(watcher, watcher.onDidCreate(tell), watcher.onDidChange(tell), watcher.onDidDelete(tell));
    },
    dispose: () => {
      isOver = true;
      for (const one of watching) one.dispose();
    },
  };
}
