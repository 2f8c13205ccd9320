import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { computeFileDigest } from "../../base/fileDigest.ts";
import type { Memory } from "../../base/ports.ts";

/** The content of code that is about to run. */
export interface CodeContent {
  /** All files that the code can load; undefined if they cannot be read. */
  readonly files: readonly FileContent[] | undefined;
  /** The URI of the workspace folder that the files are from. */
  readonly folder: string | undefined;
}

/** The contents that the user agreed to run on this machine. Names of servers, skills and files do not count. */
export function openCodeConsent(memory: Memory) {
  return {
    covers: ({ files, folder }: CodeContent): boolean => {
      if (!files || files.length === 0) return false;
      const content = listContentFiles(files);
      const findSaved = folder === undefined ? () => [] : openSavedDigests(memory, folder);
      const isOwnEdit = (path: string, digest: string) => findSaved(path).includes(digest);
      return [[], ...readAgreedContents(memory)].some((agreed) => isEditOf(agreed, content, isOwnEdit));
    },
    add: async (files: CodeContent["files"]): Promise<void> => {
      if (files && files.length > 0) await addAgreedContent(memory, listContentFiles(files));
    },
  };
}

function listContentFiles(files: readonly FileContent[]): ContentFiles {
  const all = files.map(({ path, bytes }) => [path, computeFileDigest(bytes)] as const);
  return all.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Whether a content is an agreed one, apart from the user's own edits. A removed file is a change of other origin. */
function isEditOf(
  agreed: ContentFiles,
  content: ContentFiles,
  isOwnEdit: (path: string, digest: string) => boolean,
): boolean {
  const agreedDigests = new Map(agreed);
  const paths = new Set(content.map(([path]) => path));
  return (
    agreed.every(([path]) => paths.has(path)) &&
    content.every(([path, digest]) => agreedDigests.get(path) === digest || isOwnEdit(path, digest))
  );
}

/** The files that are programs; a generic entry when the file list does not show them. */
export function listPrograms(files: readonly { readonly path: string }[]): readonly string[] {
  const found = files.map(({ path }) => path).filter((path) => /\.[cm]?[jt]s$/.test(path));
  return found.length > 0 ? found : unknownProgramNames;
}

export const unknownProgramNames: readonly string[] = [l10n.t("files that are not known")];

/** The files of a content: path and digest of each. */
type ContentFiles = readonly (readonly [path: string, digest: string])[];

const contentsSchema = z.array(z.array(z.tuple([z.string(), z.string()])));
const agreedName = "agreedContents";
/** The oldest contents are dropped beyond this number of contents or files; the newest is always kept. */
const mostContents = 300;
const mostFiles = 3000;

/** The contents that the user agreed to run on this machine, the newest last. */
export function readAgreedContents(memory: Memory): readonly ContentFiles[] {
  return contentsSchema.catch([]).parse(memory.read("workspace", agreedName) ?? []);
}

export async function addAgreedContent(memory: Memory, files: ContentFiles): Promise<void> {
  const text = JSON.stringify(files);
  const others = readAgreedContents(memory).filter((one) => JSON.stringify(one) !== text);
  const contents = [...others, files].slice(-mostContents);
  let count = contents.reduce((sum, one) => sum + one.length, 0);
  while (contents.length > 1 && count > mostFiles) count -= contents.shift()?.length ?? 0;
  await memory.write("workspace", agreedName, contents);
}

const savedSchema = z.array(z.tuple([z.string(), z.array(z.string())]));
const savedName = "savedEdits";
/** The documents saved longest ago, and the oldest digests of a document, are dropped beyond these numbers. */
const mostDocuments = 200;
const mostDigests = 4;
/** Larger files are no code that somebody writes. */
const mostCharacters = 1_000_000;
const unknown = "";
const digestText = (text: string) => (text.length > mostCharacters ? unknown : computeFileDigest(text));
const emptyDigest = computeFileDigest("");

/** The URIs are decoded, so that the paths of a folder can follow its URI. */
const readSaved = (memory: Memory) => savedSchema.catch([]).parse(memory.read("workspace", savedName) ?? []);
const findDigests = (memory: Memory, uri: string) => readSaved(memory).find(([one]) => one === uri)?.[1] ?? [];

/** Finds the digests of what the user saved in a file of a workspace folder. */
function openSavedDigests(memory: Memory, folder: string): (path: string) => readonly string[] {
  const digests = new Map(readSaved(memory));
  const parent = decodeURIComponent(folder);
  return (path) => digests.get(`${parent}/${path}`) ?? [];
}

/** A document of the editor. */
interface EditedDocument {
  readonly isDirty: boolean;
  getText(): string;
}

/** What the file of an open document holds. */
interface OpenFile {
  readonly held: string;
  /** After a change of a document that is not dirty: it was reloaded, unless VS Code says next that it is dirty. */
  readonly reloaded?: string;
}

interface SavedEditsContext {
  readonly memory: Memory;
  readonly isTrusted: () => boolean;
}

/**
 * Records what the user saves in this editor; a save waits for none of it. A save counts as the user's own edit if it replaces
 * nothing, what the user agreed to, or an own edit. An edit of other content does not count: most of that content came from
 * somewhere else.
 */
export function createSavedEdits({ memory, isTrusted }: SavedEditsContext) {
  const open = new Map<string, OpenFile>();
  const replaced = new Map<string, string>();
  const find = (uri: string): OpenFile => open.get(uri) ?? { held: unknown };
  const isOwn = (uri: string, digest: string) =>
    digest === emptyDigest ||
    findDigests(memory, uri).includes(digest) ||
    readAgreedContents(memory).some((files) => files.some(([, agreed]) => agreed === digest));
  return {
    /** The document was opened, its text changed (`hasChanges`), or it became dirty or clean. */
    changed: (uri: string, document: EditedDocument, hasChanges: boolean): void => {
      const { held, reloaded } = find(uri);
      if (document.isDirty) open.set(uri, { held });
      else if (hasChanges) open.set(uri, { held: reloaded ?? held, reloaded: digestText(document.getText()) });
      else open.set(uri, { held: digestText(document.getText()) });
    },
    closed: (uri: string) => open.delete(uri),
    willSave: (uri: string): void => {
      const { held, reloaded } = find(uri);
      replaced.set(uri, reloaded ?? held);
    },
    saved: async (documentUri: string, text: string): Promise<void> => {
      const before = replaced.get(documentUri) ?? unknown;
      replaced.delete(documentUri);
      const digest = digestText(text);
      const uri = decodeURIComponent(documentUri);
      if (digest === unknown || !isTrusted() || !isOwn(uri, before)) return;
      const digests = findDigests(memory, uri).filter((one) => one !== digest);
      const others = readSaved(memory).filter(([one]) => one !== uri);
      const changed = [...others, [uri, [...digests, digest].slice(-mostDigests)]];
      await memory.write("workspace", savedName, changed.slice(-mostDocuments));
    },
  };
}
