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

/** Records what the user saves in this editor. Called for each save, before and after it. */
export interface SavedEdits {
  /** `before` is what the file holds, empty for a new file; undefined if it could not be read. */
  beforeSave(uri: string, before: Uint8Array | undefined): void;
  saved(uri: string, text: string): Promise<void>;
}

interface SavedEditsContext {
  readonly memory: Memory;
  readonly isTrusted: () => boolean;
}

/**
 * A save counts as the user's own edit if it replaces nothing, what the user agreed to, or an own edit. An edit of other
 * content does not count: most of that content came from somewhere else.
 */
export function createSavedEdits({ memory, isTrusted }: SavedEditsContext): SavedEdits {
  const replaced = new Map<string, string>();
  const isOwn = (uri: string, digest: string) =>
    digest === emptyDigest ||
    findDigests(memory, uri).includes(digest) ||
    readAgreedContents(memory).some((files) => files.some(([, agreed]) => agreed === digest));
  return {
    beforeSave: (documentUri, before) => {
      const uri = decodeURIComponent(documentUri);
      replaced.delete(uri);
      if (before && before.length <= mostCharacters) replaced.set(uri, computeFileDigest(before));
    },
    saved: async (documentUri, text) => {
      const uri = decodeURIComponent(documentUri);
      const before = replaced.get(uri);
      replaced.delete(uri);
      if (before === undefined || text.length > mostCharacters || !isTrusted() || !isOwn(uri, before)) return;
      const digest = computeFileDigest(text);
      const digests = findDigests(memory, uri).filter((one) => one !== digest);
      const others = readSaved(memory).filter(([one]) => one !== uri);
      const changed = [...others, [uri, [...digests, digest].slice(-mostDigests)]];
      await memory.write("workspace", name, changed.slice(-mostDocuments));
    },
  };
}
