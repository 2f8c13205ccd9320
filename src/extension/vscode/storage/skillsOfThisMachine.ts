import { homedir, hostname } from "node:os";
import { RelativePattern, Uri, workspace } from "vscode";
import { createEmitter } from "../../base/emitter.ts";
import type { Disposable, Logger } from "../../base/ports.ts";
import type { SkillRoot } from "../../base/skillFolders.ts";
import { createInstallFolders } from "../../skill/model/disk/createInstallFolders.ts";
import { createLocalSkills } from "../../skill/model/localSkills.ts";
import { watchPatterns } from "../editors/watchFiles.ts";
import { findSkillFolders } from "./findWorkspaceFiles.ts";
import { readFolder } from "./folders.ts";

/** The skills in the workspace and in the user's folders. */
export function createSkillsOfThisMachine(log: Logger) {
  const changes = createEmitter<void>();
  const folders = createInstallFolders(hostname(), skillRoots);
  const documents = { findSkills: findSkillFolders, readFolder: (uri: string) => readFolder(Uri.parse(uri, true)) };
  const local = createLocalSkills({ documents, folders, log });
  const watcher = watchWorkspace(local.notice, changes.emit);
  return {
    folders,
    local,
    /** Files of the workspace that belong to a skill may have changed. */
    onDidChange: changes.on,
    dispose: () => watcher.dispose(),
  };
}

function skillRoots(): readonly SkillRoot[] {
  const workspaceRoots = (workspace.workspaceFolders ?? []).map(({ uri, name }): SkillRoot => {
    return { scope: "workspace", uri: uri.toString(), name };
  });
  return [...workspaceRoots, { scope: "user", uri: Uri.file(homedir()).toString(), name: "home" }];
}

/** The user's folders are not watched: the view reads them when it refreshes. */
function watchWorkspace(isRelevant: (uri: string) => boolean, onChange: () => void): Disposable {
  const isWatched = (uri: Uri) => !/\/(node_modules|\.git)\//.test(uri.path) && isRelevant(uri.toString());
  const watch = () => {
    const patterns = (workspace.workspaceFolders ?? []).map((folder) => new RelativePattern(folder, "**/*"));
    return watchPatterns(patterns, isWatched, onChange);
  };
  let watcher = watch();
  const subscription = workspace.onDidChangeWorkspaceFolders(() => {
    watcher.dispose();
    watcher = watch();
    onChange();
  });
  return {
    dispose: () => {
      subscription.dispose();
      watcher.dispose();
    },
  };
}
