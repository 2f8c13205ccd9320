import * as z from "zod";
import type { Memory } from "../foundation/ports.ts";
import type { VirtualUriParts } from "./virtualUris.ts";

const openedSchema = z.object({
  /** undefined: the service returns none. */
  etag: z.union([z.string(), z.undefined()]),
  fields: z.record(z.string(), z.unknown()),
  /** Changes with the shown text. */
  revision: z.number(),
});

/** The content of a document when it was last read; edits are compared with it. */
export type DocumentSnapshot = Readonly<z.output<typeof openedSchema>>;

const entriesSchema = z.array(z.tuple([z.string(), openedSchema])).catch([]);
const most = 20;

/** Stored beyond the window, because VS Code restores unsaved text in the next one. */
export interface DocumentSnapshots {
  get(uri: VirtualUriParts): DocumentSnapshot | undefined;
  /** The revision changes only with the fields. */
  save(uri: VirtualUriParts, read: Omit<DocumentSnapshot, "revision">): DocumentSnapshot;
  /** After a write, because VS Code expects the written content under a newer revision. */
  renew(uri: VirtualUriParts, read: Omit<DocumentSnapshot, "revision">): DocumentSnapshot;
  /** Replaces the base of comparison without a new read. */
  rebase(uri: VirtualUriParts, read: Omit<DocumentSnapshot, "revision">): void;
}

export function createDocumentSnapshots(
  memory: Memory,
  now: () => number,
  memoryName = "settings.opened",
): DocumentSnapshots {
  const all = new Map(entriesSchema.parse(memory.read("workspace", memoryName)));
  const write = (key: string, opened: DocumentSnapshot) => {
    all.delete(key);
    all.set(key, opened);
    for (const [oldest] of all) if (all.size > most) all.delete(oldest);
    void memory.write("workspace", memoryName, [...all]);
    return opened;
  };
  const next = (known: DocumentSnapshot | undefined) => Math.max((known?.revision ?? 0) + 2, now());
  return {
    get: (uri) => all.get(keyOf(uri)),
    save: (uri, { etag, fields }) => {
      const known = all.get(keyOf(uri));
      const isSame = known && JSON.stringify(known.fields) === JSON.stringify(fields);
      if (isSame && known.etag === etag) return known;
      return write(keyOf(uri), { etag, fields, revision: isSame ? known.revision : next(known) });
    },
    renew: (uri, { etag, fields }) => write(keyOf(uri), { etag, fields, revision: next(all.get(keyOf(uri))) }),
    rebase: (uri, { etag, fields }) => {
      const known = all.get(keyOf(uri));
      write(keyOf(uri), { etag, fields, revision: known?.revision ?? next(known) });
    },
  };
}

const keyOf = ({ path, query }: VirtualUriParts) => `${path}?${query}`;
