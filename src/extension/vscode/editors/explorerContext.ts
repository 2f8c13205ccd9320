import { FileType, RelativePattern, Uri, workspace } from "vscode";
import type { Disposable } from "../../base/ports.ts";
import { ignoredFolderPattern, isInIgnoredFolder } from "../../documents/model/ignoredFolders.ts";
import { findWorkspaceFiles, isOpenApiFile } from "../storage/findWorkspaceFiles.ts";
import { type ExplorerResources, setExplorerContext } from "../views/contextKeys.ts";

const relevant = "**/{*.yaml,*.yml,*.json,SKILL.md,server.mjs,server.js,index.mjs,index.js}";
/** Above this number the menus go by names, because the search does not see every file. */
const maxFiles = 5000;
/** A checkout changes many files at once. */
const debounceMs = 100;

type Kind = keyof ExplorerResources;

/** Keeps the context keys of the Explorer's menus: which files are OpenAPI documents, and which folders hold a skill or a server. */
export function followExplorerFiles(): Disposable {
  /** What each relevant file makes its resource. */
  const found = new Map<string, { readonly kind: Kind; readonly resource: Uri }>();
  const watcher = workspace.createFileSystemWatcher(relevant);
  /** A folder that is moved is one event, without any for its files. */
  const folderWatcher = workspace.createFileSystemWatcher("**/*", false, true, false);
  let timer: NodeJS.Timeout | undefined;
  let isComplete = false;
  const publish = () => {
    if (!isComplete) return;
    clearTimeout(timer);
    timer = setTimeout(() => setExplorerContext(listResources([...found.values()])), debounceMs);
  };
  const examine = async (uri: Uri) => {
    if (isIgnored(uri, uri.path)) return;
    const kind = await readKind(uri);
    if (kind === undefined) found.delete(uri.path);
    else found.set(uri.path, { kind, resource: kind === "openapiDocuments" ? uri : Uri.joinPath(uri, "..") });
    publish();
  };
  const examineFolder = async (uri: Uri) => {
    if (isIgnored(uri, `${uri.path}/`) || !(await hasType(uri, FileType.Directory))) return;
    for (const file of await findWorkspaceFiles(new RelativePattern(uri, relevant), ignoredFolderPattern, maxFiles))
      await examine(file);
  };
  const subscriptions = [
    ...[watcher, folderWatcher],
    folderWatcher.onDidCreate(examineFolder),
    folderWatcher.onDidDelete(({ path: folder }) => {
      for (const path of found.keys()) if (path.startsWith(`${folder}/`)) found.delete(path);
      publish();
    }),
    watcher.onDidCreate(examine),
    watcher.onDidChange(examine),
    watcher.onDidDelete((uri) => {
      found.delete(uri.path);
      publish();
    }),
  ];
  void findWorkspaceFiles(relevant, ignoredFolderPattern, maxFiles).then(async (files) => {
    if (files.length === maxFiles) return;
    for (const file of files) await examine(file);
    isComplete = true;
    publish();
  });
  return {
    dispose: () => {
      clearTimeout(timer);
      for (const one of subscriptions) one.dispose();
    },
  };
}

const isIgnored = (uri: Uri, path: string) =>
  isInIgnoredFolder(path, workspace.getWorkspaceFolder(uri)?.uri.path ?? "");

/** undefined: a file that no menu is about. */
async function readKind(uri: Uri): Promise<Kind | undefined> {
  const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  if (name === "SKILL.md") return "skillFolders";
  if (/^((server|index)\.m?js|fairlead\.json)$/.test(name)) return "serverFolders";
  if (name === "package.json") return (await hasMainFile(uri)) ? "serverFolders" : undefined;
  return (await isOpenApiFile(uri)) ? "openapiDocuments" : undefined;
}

async function hasMainFile(uri: Uri): Promise<boolean> {
  try {
    const text = new TextDecoder().decode(await workspace.fs.readFile(uri));
    const main = /"main"\s*:\s*"([^"]+)"/.exec(text)?.[1];
    if (main === undefined) return false;
    return await hasType(Uri.joinPath(uri, "..", main), FileType.File);
  } catch {
    return false;
  }
}

/** False if nothing is there. */
async function hasType(uri: Uri, type: FileType): Promise<boolean> {
  try {
    return (await workspace.fs.stat(uri)).type === type;
  } catch {
    return false;
  }
}

function listResources(found: readonly { readonly kind: Kind; readonly resource: Uri }[]): ExplorerResources {
  const pathsOf = (wanted: Kind) => [
    ...new Set(found.flatMap(({ kind, resource }) => (kind === wanted ? writePath(resource) : []))),
  ];
  return {
    openapiDocuments: pathsOf("openapiDocuments"),
    skillFolders: pathsOf("skillFolders"),
    serverFolders: pathsOf("serverFolders"),
  };
}

/** The window may run on another system than the workspace, and compares with its own form of the path. */
const writePath = ({ fsPath, path }: Uri): readonly string[] => [fsPath, path, path.replaceAll("/", "\\")];
