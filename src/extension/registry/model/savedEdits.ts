import * as z from "zod";
import { computeFileDigest } from "../../base/fileDigest.ts";
import type { Memory } from "../../base/ports.ts";
import { readAgreedContents } from "./agreedContents.ts";

const savedSchema = z.array(z.tuple([z.string(), z.array(z.string())]));
const name = "savedEdits";
/** The documents saved longest ago, and the oldest digests of a document, are dropped beyond these numbers. */
const mostDocuments = 200;
const mostDigests = 4;
/** Larger files are no code that somebody writes. */
const mostCharacters = 1_000_000;
const unknown = "";
const digestText = (text: string) => (text.length > mostCharacters ? unknown : computeFileDigest(text));
const emptyDigest = computeFileDigest("");

/** The URIs are decoded, so that the paths of a folder can follow its URI. */
const readSaved = (memory: Memory) => savedSchema.catch([]).parse(memory.read("workspace", name) ?? []);
const findDigests = (memory: Memory, uri: string) => readSaved(memory).find(([one]) => one === uri)?.[1] ?? [];

/** Finds the digests of what the user saved in a file of a workspace folder. */
export function openSavedDigests(memory: Memory, folder: string): (path: string) => readonly string[] {
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
      await memory.write("workspace", name, changed.slice(-mostDocuments));
    },
  };
}
