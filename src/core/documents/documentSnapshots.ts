import * as z from "zod";
import type { Memory } from "../foundation/ports.ts";
import type { VirtualUriParts } from "./virtualUris.ts";

const openedSchema = z.object({
  /** undefined: the service gives none. */
  etag: z.union([z.string(), z.undefined()]),
  fields: z.record(z.string(), z.unknown()),
  /** Changes with the text that is shown. */
  revision: z.number(),
});

/** What a document showed when it was read last: what is written is compared with it. */
export type DocumentSnapshot = Readonly<z.output<typeof openedSchema>>;

const entriesSchema = z.array(z.tuple([z.string(), openedSchema])).catch([]);
const most = 20;

/** Kept beyond the window: text that was not saved is restored in the next one, and is compared with what it began as. */
export interface DocumentSnapshots {
  get(place: VirtualUriParts): DocumentSnapshot | undefined;
  /** The revision stays as long as the fields do. */
  put(place: VirtualUriParts, read: Omit<DocumentSnapshot, "revision">): DocumentSnapshot;
  /** After it was written: VS Code takes what it wrote for the revision before this one. */
  renew(place: VirtualUriParts, read: Omit<DocumentSnapshot, "revision">): DocumentSnapshot;
  /** What is written in the document is compared with these from now on, without being read anew. */
  rebase(place: VirtualUriParts, read: Omit<DocumentSnapshot, "revision">): void;
}

export function createDocumentSnapshots(
  memory: Memory,
  now: () => number,
  memoryName = "settings.opened",
): DocumentSnapshots {
  const all = new Map(entriesSchema.parse(memory.read("workspace", memoryName)));
  const keep = (key: string, opened: DocumentSnapshot) => {
    all.delete(key);
    all.set(key, opened);
    for (const [oldest] of all) if (all.size > most) all.delete(oldest);
    void memory.write("workspace", memoryName, [...all]);
    return opened;
  };
  const next = (known: DocumentSnapshot | undefined) => Math.max((known?.revision ?? 0) + 2, now());
  return {
    get: (place) => all.get(keyOf(place)),
    put: (place, { etag, fields }) => {
      const known = all.get(keyOf(place));
      const isSame = known && JSON.stringify(known.fields) === JSON.stringify(fields);
      if (isSame && known.etag === etag) return known;
      return keep(keyOf(place), { etag, fields, revision: isSame ? known.revision : next(known) });
    },
    renew: (place, { etag, fields }) => keep(keyOf(place), { etag, fields, revision: next(all.get(keyOf(place))) }),
    rebase: (place, { etag, fields }) => {
      const known = all.get(keyOf(place));
      keep(keyOf(place), { etag, fields, revision: known?.revision ?? next(known) });
    },
  };
}

const keyOf = ({ path, query }: VirtualUriParts) => `${path}?${query}`;
