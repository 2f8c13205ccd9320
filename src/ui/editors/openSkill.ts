import { type FileStat, RelativePattern, type TextDocument, Uri, window, workspace } from "vscode";
import { readErrorMessage } from "../../core/foundation/failure.ts";
import { isIgnoredName } from "../../core/foundation/folderRules.ts";
import type { Disposable } from "../../core/foundation/ports.ts";
import { applyOpenTexts } from "../../core/skill/applyOpenTexts.ts";
import { omitIgnoredFiles } from "../../core/skill/skillFiles.ts";
import { isSkillFile } from "../../core/skill/skillPart.ts";
import { findProblemsAfter, findSkillProblems } from "../../core/skill/skillProblems.ts";
import { linkProblemCodes } from "../../skills/lint/lintLinks.ts";
import type { SkillDiagnostic, SkillFile } from "../../skills/skill.ts";
import { readDocumentName } from "../../text/documentName.ts";
import { listFolderPaths } from "../storage/folders.ts";

/** Larger ones only have to be there. */
const largest = 512 * 2 ** 10;
const nothing = new Uint8Array();

interface Known {
  /** undefined: it could not be read. */
  readonly stat: FileStat | undefined;
  readonly file: SkillFile;
}

/**
 * Lists the files of a skill's folder as they would be published, with the bytes of small ones. Asked again it answers with the same
 * objects for files that did not change.
 */
function createFolderFiles(folder: Uri): () => Promise<readonly SkillFile[]> {
  let known: ReadonlyMap<string, Known> = new Map();
  return async () => {
    const paths = await listFolderPaths(folder, "");
    const files = paths.map(async (path) => [path, await read(folder, path, known.get(path))] as const);
    known = new Map(await Promise.all(files));
    return omitIgnoredFiles([...known.values()].map(({ file }) => file));
  };
}

async function read(folder: Uri, path: string, known: Known | undefined): Promise<Known> {
  const uri = Uri.joinPath(folder, path);
  try {
    const stat = await workspace.fs.stat(uri);
    if (known?.stat?.mtime === stat.mtime && known.stat.size === stat.size) return known;
    const bytes = stat.size > largest ? nothing : await workspace.fs.readFile(uri);
    return { stat, file: { path, bytes } };
  } catch {
    // Gone since, or not for us: then nothing in it is wrong that could be told.
    return { stat: undefined, file: { path, bytes: nothing } };
  }
}

/** A skill as it is in the editor: what its folder holds, with the texts that are open and not saved yet. */
export interface SkillSnapshot {
  readonly files: readonly SkillFile[];
  /** Empty where the folder holds no `SKILL.md`: then it is none of ours. */
  readonly problems: readonly SkillDiagnostic[];
}

/** A skill's folder of which a document is open. */
export interface OpenSkill extends Disposable {
  readonly folder: Uri;
  readonly name: string;
  /** The open documents, by their paths in the folder. */
  readonly documents: Map<string, TextDocument>;
  /** As it is now; made once for the same texts. */
  look(): Promise<SkillSnapshot>;
}

/** What is saved; why the folder could not be listed. */
interface Listing extends SkillSnapshot {
  readonly refusal?: string;
}

/** The folder is listed once, and again after something in it has changed. */
export function createOpenSkill(folder: Uri, changed: () => void): OpenSkill {
  const name = readDocumentName(folder.toString());
  const documents = new Map<string, TextDocument>();
  let listing: Promise<Listing> | undefined;
  let last: { readonly of: string; readonly listing: Listing; readonly look: SkillSnapshot } | undefined;
  const forget = () => {
    listing = undefined;
    changed();
  };
  const watch = watchFolder(folder, forget);
  const list = createListing(folder, name);
  const listAndWatch = async () => {
    const listed = await list();
    // What is too much to list, such as a home folder, is too much to watch.
    if (listed.refusal === undefined) watch.start();
    return listed;
  };
  // Not everything can be watched: a network drive tells nothing.
  const focus = window.onDidChangeWindowState(({ focused }) => focused && forget());
  return {
    folder,
    name,
    documents,
    look: async () => {
      listing ??= listAndWatch();
      const listed = await listing;
      const of = [...documents].map(([path, { version }]) => `${path}@${version}`).join("\n");
      if (last?.of === of && last.listing === listed) return last.look;
      const look = lookAt(listed, documents, name);
      last = { of, listing: listed, look };
      return look;
    },
    dispose: () => {
      focus.dispose();
      watch.dispose();
    },
  };
}

/** Files are read, and looked into, again only where they changed. */
function createListing(folder: Uri, name: string): () => Promise<Listing> {
  const read = createFolderFiles(folder);
  let last: Listing = { files: [], problems: [] };
  return async () => {
    try {
      const files = await read();
      const before = new Set(last.files);
      const paths = (list: readonly SkillFile[]) => list.map(({ path }) => path).join("\n");
      const changed = new Set(files.filter((file) => !before.has(file)).map(({ path }) => path));
      const isSame = paths(files) === paths(last.files);
      const problems = isSame ? findProblemsAfter(last.problems, files, changed, name) : findSkillProblems(files, name);
      last = { files, problems };
      return last;
    } catch (error) {
      return { files: [], problems: [], refusal: readErrorMessage(error) };
    }
  };
}

function lookAt(listing: Listing, documents: ReadonlyMap<string, TextDocument>, name: string): SkillSnapshot {
  const texts = new Map([...documents].map(([path, document]) => [path, document.getText()]));
  const files = applyOpenTexts(listing.files, texts);
  const skill = files.find(({ path }) => isSkillFile(path));
  if (!skill) return { files, problems: [] };
  const problems = findProblemsAfter(listing.problems, files, new Set(texts.keys()), name);
  if (listing.refusal === undefined) return { files, problems };
  const known = problems.filter(({ code }) => !linkProblemCodes.has(code));
  return { files, problems: [unlisted(skill.path, listing.refusal), ...known] };
}

/** Such a folder cannot be published either. */
function unlisted(path: string, message: string): SkillDiagnostic {
  const place = { path, line: 1, column: 1, endLine: 1, endColumn: 4 };
  return { ...place, severity: "error", code: "folder", message, fixes: [] };
}

interface FolderWatch extends Disposable {
  /** From the first call on, unless it is disposed of. */
  start(): void;
}

/** Tells of what comes, goes or changes in a folder, apart from what is never a part of it. */
function watchFolder(folder: Uri, changed: () => void): FolderWatch {
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
