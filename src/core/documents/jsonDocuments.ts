import type { App } from "../../commands/app.ts";
import { createEmitter } from "../foundation/emitter.ts";
import { hasName } from "../foundation/failure.ts";
import { parseJson } from "../foundation/jsonDocument.ts";
import { createOpenedSettings, type Opened, type OpenedSettings } from "./documentSnapshots.ts";
import type { EditableDocuments } from "./editableDocuments.ts";
import type { Fields } from "./fieldChanges.ts";
import { NotSavedError } from "./savingErrors.ts";
import type { VirtualFile } from "./virtualFiles.ts";
import type { VirtualPlace } from "./virtualUris.ts";

/** What a document shows. */
export interface Content {
  readonly etag: string;
  readonly fields: Fields;
}

/** What is to be saved. */
export interface EditedText {
  readonly at: VirtualPlace;
  readonly text: string;
  readonly opened: OpenedSettings;
}

export interface EditedDocumentParts {
  readonly app: () => Promise<App>;
  readonly read: (app: App, at: VirtualPlace) => Promise<Content>;
  /** Takes what is written and answers what is there then; throws where nothing was taken. */
  readonly save: (app: App, edited: EditedText) => Promise<Content>;
  /** Whether somebody wrote in it since it was read. */
  readonly isDirty: (place: VirtualPlace) => boolean;
  readonly now: () => number;
  /** What is told where the editor would save by itself. */
  readonly onlyByHand: string;
  /** Under which name what was opened is remembered. */
  readonly memoryName: string;
}

export interface EditedDocuments extends EditableDocuments {
  /** Saves what is written; `keep`, which has it written then, saves nothing more. */
  send(at: VirtualPlace, text: string, keep: () => Promise<void>): Promise<void>;
  /** The editor is done with saving it: what is there by then may be shown. */
  saved(at: VirtualPlace): void;
  /** Reads again what is open. */
  reread(): void;
}

/** JSON as documents: read anew where nobody writes in them, taken when they are saved. */
export function createEditedDocuments(parts: EditedDocumentParts): EditedDocuments {
  const changes = createEmitter<VirtualPlace>();
  const seen = new Map<string, VirtualPlace>();
  /** What VS Code just wrote, until it is done with saving: it asks for the revision of that. */
  const written = new Map<string, VirtualFile>();
  const sent = new Map<string, { readonly text: string; readonly content: Content }>();
  let opened: OpenedSettings | undefined;
  const openedOf = ({ memory }: App) => {
    opened ??= createOpenedSettings(memory, parts.now, parts.memoryName);
    return opened;
  };

  const read = async (at: VirtualPlace): Promise<VirtualFile> => {
    const key = keyOf(at);
    const saving = written.get(key);
    if (saving && parts.isDirty(at)) return saving;
    written.delete(key);
    const app = await parts.app();
    const last = openedOf(app).get(at);
    if (last && parts.isDirty(at)) return fileOf(last);
    try {
      const file = fileOf(openedOf(app).put(at, await parts.read(app, at)));
      seen.set(key, at);
      return file;
    } catch (error) {
      // What is open stays as it was while it cannot be read.
      if (last && seen.has(key) && !hasName(error, "NoSuchDocumentError", "NotFoundError")) return fileOf(last);
      throw error;
    }
  };

  const save = async (at: VirtualPlace, text: string) => {
    const app = await parts.app();
    return parts.save(app, { at, text, opened: openedOf(app) });
  };

  return {
    read,
    send: async (at, text, keep) => {
      sent.set(keyOf(at), { text, content: await save(at, text) });
      try {
        await keep();
      } finally {
        sent.delete(keyOf(at));
      }
    },
    write: async (at, bytes, { byHand }) => {
      if (!byHand) throw new NotSavedError(parts.onlyByHand);
      const text = Buffer.from(bytes).toString("utf8");
      const done = sent.get(keyOf(at));
      const content = done && isSameJson(done.text, text) ? done.content : await save(at, text);
      const { revision } = openedOf(await parts.app()).renew(at, content);
      written.set(keyOf(at), { bytes, revision: revision - 1 });
    },
    onDidChange: (listener) => changes.on(listener),
    saved: (at) => changes.emit(at),
    reread: () => {
      for (const at of seen.values()) changes.emit(at);
    },
  };
}

/** As it is shown to be edited. */
export function editedText(fields: Fields): string {
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** The editor may format what it writes. */
function isSameJson(one: string, other: string): boolean {
  const [first, second] = [parseJson(one), parseJson(other)];
  return "value" in first && "value" in second && JSON.stringify(first.value) === JSON.stringify(second.value);
}

function fileOf({ fields, revision }: Opened): VirtualFile {
  return { bytes: Buffer.from(editedText(fields)), revision };
}

const keyOf = ({ path, query }: VirtualPlace) => `${path}?${query}`;
