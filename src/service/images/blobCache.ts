import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Descriptor } from "./imageFormat.ts";

/** Files named after the digest of their content. */
export interface BlobCache {
  open(digest: string): Readable;
  read(digest: string): Promise<Buffer | undefined>;
  /** Saves the content that `fetch` streams, unless it is there. Calls for the same digest at once share one download. */
  fill(blob: CachedBlob, fetch: () => Promise<Readable>, signal: AbortSignal): Promise<void>;
}

type CachedBlob = Pick<Descriptor, "digest" | "size">;

export function createBlobCache(folder: string): BlobCache {
  const toPath = (digest: string) => join(folder, digest.replace(":", "-"));
  const downloads = new Map<string, { readonly done: Promise<void>; readonly signal: AbortSignal }>();
  const download = async ({ digest, size }: CachedBlob, fetch: () => Promise<Readable>) => {
    const path = toPath(digest);
    if ((await stat(path).catch(() => undefined))?.size === size) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const part = `${path}.${randomUUID()}.part`;
    try {
      await pipeline(await fetch(), createWriteStream(part, { mode: 0o600 }));
      await rename(part, path);
    } finally {
      await rm(part, { force: true });
    }
  };
  return {
    open: (digest) => createReadStream(toPath(digest)),
    read: (digest) => readFile(toPath(digest)).catch(() => undefined),
    fill: async (blob, fetch, signal) => {
      for (let other = downloads.get(blob.digest); other; other = downloads.get(blob.digest)) {
        try {
          return await other.done;
        } catch (error) {
          // If the other call was cancelled, this one goes on.
          if (!other.signal.aborted || signal.aborted) throw error;
        }
      }
      const done = download(blob, fetch).finally(() => downloads.delete(blob.digest));
      downloads.set(blob.digest, { done, signal });
      await done;
    },
  };
}
