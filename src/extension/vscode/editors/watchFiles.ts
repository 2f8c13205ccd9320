import { RelativePattern, Uri, workspace } from "vscode";
import type { Disposable } from "../../base/ports.ts";

/** A save may replace a file, which is a deletion and a creation. */
const debounceMs = 300;

/** Calls the listener when one of the files changes, appears or disappears, also outside of the workspace. */
export function watchFiles(uris: readonly string[], listener: () => void): Disposable {
  const folders = new Set(uris.map((uri) => Uri.joinPath(Uri.parse(uri, true), "..").toString()));
  let timer: NodeJS.Timeout | undefined;
  const onFileEvent = (uri: Uri) => {
    if (!uris.includes(uri.toString())) return;
    clearTimeout(timer);
    timer = setTimeout(listener, debounceMs);
  };
  // The name of a file may have characters that a pattern reads as wildcards.
  const watchers = [...folders].map((folder) => {
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.parse(folder, true), "*"));
    for (const onEvent of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) onEvent(onFileEvent);
    return watcher;
  });
  return {
    dispose: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.dispose();
    },
  };
}
