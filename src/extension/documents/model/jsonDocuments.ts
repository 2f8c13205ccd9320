import * as z from "zod";
import { createEmitter } from "../../base/emitter.ts";
import { hasErrorName } from "../../base/failure.ts";
import { parseJsonDocument } from "../../base/jsonDocument.ts";
import type { Memory } from "../../base/ports.ts";
import type { VirtualUriParts } from "../../base/uris/virtualUris.ts";
import type { Connections } from "../../connection/model/connections.ts";
import type { DocumentFields } from "./fieldChanges.ts";
import { NotSavedError } from "./savingErrors.ts";
import type { EditableDocuments, VirtualFile } from "./virtualFiles.ts";

const snapshotSchema = z.object({
  /** undefined: the service returns none. */
  etag: z.union([z.string(), z.undefined()]),
  fields: z.record(z.string(), z.unknown()),
  /** Changes with the shown text. */
  revision: z.number(),
});

/** The content of a document when it was last read; edits are compared with it. */
type DocumentSnapshot = Readonly<z.output<typeof snapshotSchema>>;

const snapshotEntriesSchema = z.array(z.tuple([z.string(), snapshotSchema])).catch([]);
const maxSnapshots = 20;

type DocumentSnapshots = ReturnType<typeof createDocumentSnapshots>;

/** Stored beyond the window, because VS Code restores unsaved text in the next one. */
export function createDocumentSnapshots(memory: Memory, now: () => number, memoryName = "settings.opened") {
  const snapshots = new Map(snapshotEntriesSchema.parse(memory.read("workspace", memoryName)));
  const write = (key: string, snapshot: DocumentSnapshot) => {
    snapshots.delete(key);
    snapshots.set(key, snapshot);
    for (const [oldest] of snapshots) if (snapshots.size > maxSnapshots) snapshots.delete(oldest);
    void memory.write("workspace", memoryName, [...snapshots]);
    return snapshot;
  };
  const nextRevision = (previous: DocumentSnapshot | undefined) => Math.max((previous?.revision ?? 0) + 2, now());
  return {
    get: (uri: VirtualUriParts): DocumentSnapshot | undefined => snapshots.get(keyOf(uri)),
    /** The revision changes only with the fields. */
    save: (uri: VirtualUriParts, { etag, fields }: JsonDocumentContent): DocumentSnapshot => {
      const previous = snapshots.get(keyOf(uri));
      const isSame = previous && JSON.stringify(previous.fields) === JSON.stringify(fields);
      if (isSame && previous.etag === etag) return previous;
      return write(keyOf(uri), { etag, fields, revision: isSame ? previous.revision : nextRevision(previous) });
    },
    /** After a write, because VS Code expects the written content under a newer revision. */
    renew: (uri: VirtualUriParts, { etag, fields }: JsonDocumentContent): DocumentSnapshot =>
      write(keyOf(uri), { etag, fields, revision: nextRevision(snapshots.get(keyOf(uri))) }),
    /** Replaces the base of comparison without a new read. */
    rebase: (uri: VirtualUriParts, { etag, fields }: JsonDocumentContent): void => {
      const previous = snapshots.get(keyOf(uri));
      write(keyOf(uri), { etag, fields, revision: previous?.revision ?? nextRevision(previous) });
    },
  };
}

/** The content of a document. */
export interface JsonDocumentContent {
  readonly etag: string | undefined;
  readonly fields: DocumentFields;
}

/** A document to save. */
export interface JsonDocumentEdit {
  readonly at: VirtualUriParts;
  readonly text: string;
  readonly opened: DocumentSnapshots;
}

/** Options of reading a document. */
export interface DocumentContext {
  readonly memory: Memory;
  readonly connections: Connections;
}

export interface JsonDocumentOptions {
  readonly context: DocumentContext;
  readonly read: (context: DocumentContext, location: VirtualUriParts) => Promise<JsonDocumentContent>;
  /** Saves the edit and returns the new content; throws when nothing was saved. */
  readonly save: (edited: JsonDocumentEdit) => Promise<JsonDocumentContent>;
  /** Whether the document has unsaved changes. */
  readonly isDirty: (location: VirtualUriParts) => boolean;
  readonly now: () => number;
  /** The message of a rejected automatic save. */
  readonly onlyByHand: string;
  /** The memory name of the snapshots. */
  readonly memoryName: string;
}

export interface JsonDocuments extends EditableDocuments {
  /** Saves the text; `keep` makes VS Code write the document without a second request. */
  send(location: VirtualUriParts, text: string, keep: () => Promise<void>): Promise<void>;
  /** Called after the editor saved the document, so that it can show new content. */
  saved(location: VirtualUriParts): void;
  /** Reads the open documents again. */
  reread(): void;
}

/** JSON as documents: clean ones are read again, edited ones are saved. */
export function createJsonDocuments(parts: JsonDocumentOptions): JsonDocuments {
  const changes = createEmitter<VirtualUriParts>();
  const seen = new Map<string, VirtualUriParts>();
  /** The text that VS Code just wrote, until the save ends: VS Code requests its revision. */
  const written = new Map<string, VirtualFile>();
  const sent = new Map<string, { readonly text: string; readonly content: JsonDocumentContent }>();
  let opened: DocumentSnapshots | undefined;
  const readSnapshots = () => {
    opened ??= createDocumentSnapshots(parts.context.memory, parts.now, parts.memoryName);
    return opened;
  };

  const read = async (location: VirtualUriParts): Promise<VirtualFile> => {
    const key = keyOf(location);
    const saving = written.get(key);
    if (saving && parts.isDirty(location)) return saving;
    written.delete(key);
    const last = readSnapshots().get(location);
    if (last && parts.isDirty(location)) return fileOf(last);
    try {
      const file = fileOf(readSnapshots().save(location, await parts.read(parts.context, location)));
      seen.set(key, location);
      return file;
    } catch (error) {
      // An open document keeps its content while it cannot be read.
      if (last && seen.has(key) && !hasErrorName(error, "NoSuchDocumentError", "NotFoundError")) return fileOf(last);
      throw error;
    }
  };

  const save = (location: VirtualUriParts, text: string) => parts.save({ at: location, text, opened: readSnapshots() });

  return {
    read,
    send: async (location, text, keep) => {
      sent.set(keyOf(location), { text, content: await save(location, text) });
      try {
        await keep();
      } finally {
        sent.delete(keyOf(location));
      }
    },
    write: async (location, bytes, { byHand }) => {
      if (!byHand) throw new NotSavedError(parts.onlyByHand);
      const text = Buffer.from(bytes).toString("utf8");
      const done = sent.get(keyOf(location));
      const content = done && isSameJson(done.text, text) ? done.content : await save(location, text);
      const { revision } = readSnapshots().renew(location, content);
      written.set(keyOf(location), { bytes, revision: revision - 1 });
    },
    onDidChange: (listener) => changes.on(listener),
    saved: (location) => changes.emit(location),
    reread: () => {
      for (const location of seen.values()) changes.emit(location);
    },
  };
}

/** Formats fields as editable JSON. */
export function formatJsonDocument(fields: DocumentFields): string {
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** The editor may format the text. */
function isSameJson(one: string, other: string): boolean {
  const [first, second] = [parseJsonDocument(one), parseJsonDocument(other)];
  return "value" in first && "value" in second && JSON.stringify(first.value) === JSON.stringify(second.value);
}

function fileOf({ fields, revision }: DocumentSnapshot): VirtualFile {
  return { bytes: Buffer.from(formatJsonDocument(fields)), revision };
}

const keyOf = ({ path, query }: VirtualUriParts) => `${path}?${query}`;
