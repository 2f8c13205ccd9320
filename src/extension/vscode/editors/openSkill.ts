import { type FileStat, type TextDocument, Uri, window, workspace } from "vscode";
import { linkProblemCodes } from "../../../skills/lint/lintLinks.ts";
import type { SkillDiagnostic } from "../../../skills/skill.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { readErrorMessage } from "../../base/failure.ts";
import type { Disposable } from "../../base/ports.ts";
import { applyOpenTexts } from "../../skill/model/applyOpenTexts.ts";
import { omitIgnoredFiles } from "../../skill/model/skillFiles.ts";
import { isSkillFile } from "../../skill/model/skillPart.ts";
import { findProblemsAfter, findSkillProblems } from "../../skill/model/skillProblems.ts";
import { listFolderPaths } from "../storage/folders.ts";
import { watchFolder } from "./watchFiles.ts";

/** The bytes of larger files are not read: the checks need only their paths. */
const maxBytes = 512 * 2 ** 10;
const noBytes = new Uint8Array();

interface CachedFile {
  /** undefined: it could not be read. */
  readonly stat: FileStat | undefined;
  readonly file: FileContent;
}

/**
 * Lists the files of a skill's folder as they would be published, with the bytes of small ones. The next call returns the same
 * objects for files that did not change.
 */
function createFolderFiles(folder: Uri): () => Promise<readonly FileContent[]> {
  let cachedFiles: ReadonlyMap<string, CachedFile> = new Map();
  return async () => {
    const paths = await listFolderPaths(folder, "");
    const files = paths.map(async (path) => [path, await read(folder, path, cachedFiles.get(path))] as const);
    cachedFiles = new Map(await Promise.all(files));
    return omitIgnoredFiles([...cachedFiles.values()].map(({ file }) => file));
  };
}

async function read(folder: Uri, path: string, cached: CachedFile | undefined): Promise<CachedFile> {
  const uri = Uri.joinPath(folder, path);
  try {
    const stat = await workspace.fs.stat(uri);
    if (cached?.stat?.mtime === stat.mtime && cached.stat.size === stat.size) return cached;
    const bytes = stat.size > maxBytes ? noBytes : await workspace.fs.readFile(uri);
    return { stat, file: { path, bytes } };
  } catch {
    // The file was removed or is not readable, so the checks see an empty one.
    return { stat: undefined, file: { path, bytes: noBytes } };
  }
}

/** A skill as the editor shows it: the files of its folder, with the unsaved texts of open documents. */
export interface SkillSnapshot {
  readonly files: readonly FileContent[];
  /** Empty if the folder has no `SKILL.md`. */
  readonly problems: readonly SkillDiagnostic[];
}

/** The folder of a skill that has an open document. */
export interface OpenSkill extends Disposable {
  readonly folder: Uri;
  readonly name: string;
  /** The open documents, by path in the folder. */
  readonly documents: Map<string, TextDocument>;
  /** Returns the same snapshot until a text changes. */
  readSnapshot(): Promise<SkillSnapshot>;
}

/** The saved files. */
interface Listing extends SkillSnapshot {
  readonly failure?: string;
}

/** Lists the folder once, and again after a change in it. */
export function createOpenSkill(folder: Uri, onChange: () => void): OpenSkill {
  const name = readDocumentName(folder.toString());
  const documents = new Map<string, TextDocument>();
  let listing: Promise<Listing> | undefined;
  let last: { readonly textVersions: string; readonly listing: Listing; readonly snapshot: SkillSnapshot } | undefined;
  const invalidate = () => {
    listing = undefined;
    onChange();
  };
  let watcher: Disposable | undefined;
  let isDisposed = false;
  const list = createListing(folder, name);
  const listAndWatch = async () => {
    const currentListing = await list();
    // A folder that is too large to list, such as a home folder, is too large to watch.
    if (currentListing.failure === undefined && !isDisposed) watcher ??= watchFolder(folder.toString(), invalidate);
    return currentListing;
  };
  // A network drive reports no changes, so the folder is listed again when the window gets the focus.
  const focusSubscription = window.onDidChangeWindowState(({ focused }) => focused && invalidate());
  // VS Code starts to watch a folder with a delay, and a fix may write a file before.
  const fixSubscription = workspace.onDidCreateFiles(
    ({ files }) => files.some(({ path }) => path.startsWith(`${folder.path}/`)) && invalidate(),
  );
  return {
    folder,
    name,
    documents,
    readSnapshot: async () => {
      listing ??= listAndWatch();
      const currentListing = await listing;
      const textVersions = [...documents].map(([path, { version }]) => `${path}@${version}`).join("\n");
      if (last?.textVersions === textVersions && last.listing === currentListing) return last.snapshot;
      const snapshot = createSnapshot(currentListing, documents, name);
      last = { textVersions, listing: currentListing, snapshot };
      return snapshot;
    },
    dispose: () => {
      isDisposed = true;
      focusSubscription.dispose();
      fixSubscription.dispose();
      watcher?.dispose();
    },
  };
}

/** Reads and checks only files that changed. */
function createListing(folder: Uri, name: string): () => Promise<Listing> {
  const read = createFolderFiles(folder);
  let last: Listing = { files: [], problems: [] };
  return async () => {
    try {
      const files = await read();
      const before = new Set(last.files);
      const paths = (list: readonly FileContent[]) => list.map(({ path }) => path).join("\n");
      const changed = new Set(files.filter((file) => !before.has(file)).map(({ path }) => path));
      const isSame = paths(files) === paths(last.files);
      const problems = isSame ? findProblemsAfter(last.problems, files, changed, name) : findSkillProblems(files, name);
      last = { files, problems };
      return last;
    } catch (error) {
      return { files: [], problems: [], failure: readErrorMessage(error) };
    }
  };
}

function createSnapshot(listing: Listing, documents: ReadonlyMap<string, TextDocument>, name: string): SkillSnapshot {
  const texts = new Map([...documents].map(([path, document]) => [path, document.getText()]));
  const files = applyOpenTexts(listing.files, texts);
  const skill = files.find(({ path }) => isSkillFile(path));
  if (!skill) return { files, problems: [] };
  const problems = findProblemsAfter(listing.problems, files, new Set(texts.keys()), name);
  if (listing.failure === undefined) return { files, problems };
  const otherProblems = problems.filter(({ code }) => !linkProblemCodes.has(code));
  return { files, problems: [createFolderProblem(skill.path, listing.failure), ...otherProblems] };
}

/** A folder that cannot be listed cannot be published either. */
function createFolderProblem(path: string, message: string): SkillDiagnostic {
  const range = { path, line: 1, column: 1, endLine: 1, endColumn: 4 };
  return { ...range, severity: "error", code: "folder", message, fixes: [] };
}
