import type { ComparedFile, EditorDocuments } from "../../../src/extension/base/ports.ts";
import { isServerCasePath } from "../../../src/testcases/readServerCases.ts";
import { readDocumentName } from "../../../src/text/documentName.ts";

type Problems = Parameters<EditorDocuments["diagnose"]>[1];
type Files = Map<string, Uint8Array>;

export interface MapDocuments extends EditorDocuments {
  /** Texts by URI. */
  readonly texts: Map<string, string>;
  readonly folders: Map<string, Files>;
  readonly problems: Map<string, Problems>;
  /** Documents and texts that were shown. */
  readonly shown: readonly string[];
  /** Differences that were shown. */
  /** Aborted: the texts that are followed are closed. */
  readonly following: AbortController;
  readonly compared: { readonly title: string; readonly pairs: readonly ComparedFile[] }[];
  activeUri: string | undefined;
  /** The folders of a trusted workspace. */
  workspaceFolders: readonly string[];
  /** The names of the Markdown pages and the titles of the differences that were closed. */
  readonly closed: string[];
  /** The result of the folder dialog. */
  folderAnswer: string | undefined;
  /** The result of file dialogs. */
  fileAnswer: string | undefined;
}

/** Stores documents and folders in Maps by URI. */
export function createMapDocuments(texts: Readonly<Record<string, string>> = {}): MapDocuments {
  const textsByUri = new Map(Object.entries(texts));
  const folders = new Map<string, Files>();
  const problems = new Map<string, Problems>();
  const shown: string[] = [];
  const closing = (name: string) => ({ [Symbol.asyncDispose]: async () => void documents.closed.push(name) });
  /** The folder that a URI is in, and the path below it. */
  const findFile = (uri: string): Uint8Array | undefined => {
    for (const [folder, files] of folders)
      if (uri.startsWith(`${folder}/`)) {
        const found = files.get(decodeURIComponent(uri.slice(folder.length + 1)));
        if (found) return found;
      }
    const text = textsByUri.get(uri);
    return text === undefined ? undefined : Buffer.from(text);
  };
  const documents: MapDocuments = {
    ...{
      texts: textsByUri,
      folders,
      problems,
      shown,
      closed: [],
      following: new AbortController(),
      compared: [],
      activeUri: undefined,
      workspaceFolders: [],
      folderAnswer: undefined,
      fileAnswer: undefined,
    },
    read: async (uri) => {
      const text = textsByUri.get(uri);
      if (text !== undefined) return text;
      const bytes = await documents.readFile(uri);
      if (!bytes) throw new Error(`${uri} cannot be read.`);
      return new TextDecoder().decode(bytes);
    },
    readPart: async (_document, uri) => {
      const bytes = findFile(uri);
      return bytes && new TextDecoder().decode(bytes);
    },
    active: () => {
      const uri = documents.activeUri;
      return uri === undefined ? undefined : { uri, text: textsByUri.get(uri) ?? "" };
    },
    findOpenApi: async () =>
      [...textsByUri]
        .filter(([, text]) => !text.startsWith("overlay:"))
        .map(([uri]) => ({ uri, label: uri.slice(uri.lastIndexOf("/") + 1) })),
    findSkills: async () =>
      [...folders].filter(([, files]) => files.has("SKILL.md")).map(([uri]) => ({ uri, label: readDocumentName(uri) })),
    findServerFolders: async () => [...folders].filter(([, files]) => files.has("fairlead.json")).map(([uri]) => uri),
    findCaseFiles: async () => [...textsByUri.keys()].filter(isServerCasePath),
    save: async () => {},
    replace: async (uri, text) => void textsByUri.set(uri, text),
    show: async (uri) => void shown.push(uri),
    open: async (uri) => void shown.push(uri),
    showText: async (text, name, follow) => {
      shown.push(`${name}: ${text}`);
      follow?.((newer) => shown.push(`${name}: ${newer}`), documents.following.signal);
    },
    showDifference: async (title, left, right) => void shown.push(`${title}: ${left.text} <> ${right.text}`),
    showMarkdown: async (text, name) => {
      shown.push(`${name}: ${text}`);
      return closing(name);
    },
    openFolder: async (uri) => void shown.push(`window of ${uri}`),
    showProblems: async () => void shown.push("the problems"),
    merge: async (uri, { base, remote, local }) =>
      void shown.push(`${uri}: ${base.text} <> ${remote.text} <> ${local.text}`),
    compare: async (title, pairs) => {
      documents.compared.push({ title, pairs });
      return closing(title);
    },
    draft: async (uri, text, line) => {
      textsByUri.set(uri, text);
      shown.push(`${uri} at line ${line}`);
    },
    saveAs: async (_question, text) => {
      if (documents.fileAnswer !== undefined) textsByUri.set(documents.fileAnswer, text);
      return documents.fileAnswer;
    },
    promptForFile: async () => documents.fileAnswer,
    promptForFolder: async () => documents.folderAnswer,
    readFolder: async (uri) => [...(folders.get(uri) ?? [])].map(([path, bytes]) => ({ path, bytes })),
    trustedFolders: () => documents.workspaceFolders,
    isFolder: async (uri) => folders.has(uri),
    readFile: async (uri) => findFile(uri),
    changeFolder: async (uri, { write, remove = [] }) => {
      const files = new Map(folders.get(uri));
      for (const { path, bytes } of write) files.set(path, bytes);
      for (const path of remove) files.delete(path);
      folders.set(uri, files);
    },
    diagnose: (uri, found) => void problems.set(uri, found),
  };
  return documents;
}
