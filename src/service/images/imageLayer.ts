import { Readable } from "node:stream";
import { createSha256Digest } from "../storage/sha256Digest.ts";
import { type Descriptor, mediaTypes } from "./imageFormat.ts";
import { createTarHeader, createTarPadding, type TarEntry, tarEnd } from "./tarEntry.ts";

/** A layer of an image: an archive of files over those of the layers below. */
export interface ImageLayer extends Descriptor {
  /** The digest of the archive before compression. */
  readonly diffId: string;
  open(): Readable;
}

export interface LayerFile {
  /** From the root of the image, without `/` at the start. A path that ends in `/` is an empty folder. */
  readonly path: string;
  readonly content: Uint8Array;
  readonly executable?: boolean;
  /** The numeric user and group. 0 by default, so that a program with a user of its own can only read. */
  readonly owner?: number;
  /** The mode of a folder. 0o755 by default. */
  readonly mode?: number;
}

/**
 * Creates the layer of these files. It is not compressed: compression gives other bytes on other processors and in other versions of
 * Node, and the same files must have the same digest everywhere.
 */
export function createImageLayer(files: readonly LayerFile[]): ImageLayer {
  const bytes = Buffer.concat([...listEntries(files).flatMap(writeEntry), tarEnd]);
  const digest = createSha256Digest(bytes);
  return {
    mediaType: mediaTypes.layer,
    digest,
    size: bytes.length,
    diffId: digest,
    open: () => Readable.from([bytes]),
  };
}

type LayerEntry = TarEntry & { readonly content: Uint8Array };

/** The files with their folders in the order of their paths, in which each folder is before its files. */
function listEntries(files: readonly LayerFile[]): LayerEntry[] {
  const entries = new Map<string, LayerEntry>();
  for (const { path, content, executable = false, owner = 0, mode } of files) {
    checkPath(path);
    for (const folder of listFolders(path)) if (!entries.has(folder)) entries.set(folder, createFolder(folder));
    if (path.endsWith("/")) entries.set(path, createFolder(path, owner, mode));
    else if (entries.has(path)) throw new Error(`The file ${path} is twice in the image.`);
    else entries.set(path, { path, content, size: content.length, mode: executable ? 0o755 : 0o644, owner });
  }
  const conflict = [...entries.keys()].find((path) => entries.has(`${path}/`));
  if (conflict !== undefined) throw new Error(`${conflict} is a file and a folder in the image.`);
  return [...entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function createFolder(path: string, owner = 0, mode = 0o755): LayerEntry {
  return { path, content: new Uint8Array(), size: 0, mode, owner };
}

const listFolders = (path: string) => [...path.matchAll(/\/(?=.)/g)].map(({ index }) => path.slice(0, index + 1));

/** An engine extracts the archive as root, so a path must not lead out of its folder. */
function checkPath(path: string): void {
  const parts = path.replace(/\/$/, "").split("/");
  if (path.includes("\0") || parts.some((part) => part === "" || part === "." || part === ".."))
    throw new Error(`${JSON.stringify(path)} cannot be the path of a file in an image.`);
}

function writeEntry({ content, ...entry }: LayerEntry): Uint8Array[] {
  return [createTarHeader(entry), content, createTarPadding(entry.size)];
}
