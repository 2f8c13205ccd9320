import { RelativePattern, Uri, workspace } from "vscode";
import { isIgnoredName } from "../../../text/files/folderRules.ts";
import type { Disposable } from "../../base/ports.ts";

/**
 * Events of so long a time are one change: a save may replace a file, which is a deletion and a creation; a checkout and an installation
 * change many files. It does not start again with each event, because what writes all the time would never be seen.
 */
const collectMs = 300;

/** Calls the listener when one of the files changes, appears or disappears, also outside of the workspace. */
export function watchFiles(uris: readonly string[], listener: () => void): Disposable {
  const watched = new Set(uris.map((uri) => Uri.parse(uri, true).toString()));
  const folders = new Set(uris.map((uri) => Uri.joinPath(Uri.parse(uri, true), "..").toString()));
  // The name of a file may have characters that a pattern reads as wildcards.
  const patterns = [...folders].map((folder) => new RelativePattern(Uri.parse(folder, true), "*"));
  return watchPatterns(patterns, (uri) => watched.has(uri.toString()), listener);
}

/** Calls the listener when something of a folder changes, appears or disappears, but for ignored files. */
export function watchFolder(folder: string, listener: () => void): Disposable {
  const root = Uri.parse(folder, true);
  const isRelevant = ({ path }: Uri) => !path.slice(root.path.length).split("/").some(isIgnoredName);
  return watchPatterns([new RelativePattern(root, "**/*")], isRelevant, listener);
}

export function watchPatterns(
  patterns: readonly RelativePattern[],
  isRelevant: (uri: Uri) => boolean,
  listener: () => void,
): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const onFileEvent = (uri: Uri) => {
    if (!isRelevant(uri)) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, collectMs);
  };
  const watchers = patterns.map((pattern) => {
    const watcher = workspace.createFileSystemWatcher(pattern);
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
