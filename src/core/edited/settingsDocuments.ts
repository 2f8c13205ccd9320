import type { App } from "../app.ts";
import { hostOf } from "../connection.ts";
import { createEmitter } from "../emitter.ts";
import { hasName } from "../failure.ts";
import { parseJson } from "../jsonProblems.ts";
import { NoSuchDocumentError, type VirtualFile } from "../virtualFiles.ts";
import type { VirtualPlace } from "../virtualUris.ts";
import type { EditableDocuments } from "./editableDocuments.ts";
import { createKnownValues } from "./knownValues.ts";
import { createOpenedSettings, type Opened, type OpenedSettings } from "./openedSettings.ts";
import { NotSavedError, UnreadableSettingsError } from "./savingErrors.ts";
import { type Settings, settingsAccess, settingsText } from "./settings.ts";
import type { KnownValues } from "./settingsHelp.ts";
import { readSettingsPlace, type SettingsPlace } from "./settingsPlace.ts";

/** What is to be saved. */
export interface Edited {
  readonly at: VirtualPlace;
  readonly place: SettingsPlace;
  readonly text: string;
  readonly opened: OpenedSettings;
}

export interface SettingsDocumentParts {
  readonly app: () => Promise<App>;
  /** Sends what was changed and answers what is there then; throws where nothing was sent. */
  readonly save: (app: App, edited: Edited) => Promise<Settings>;
  /** Whether somebody wrote in it since it was read. */
  readonly isDirty: (place: VirtualPlace) => boolean;
  readonly now: () => number;
}

export interface SettingsDocuments extends EditableDocuments {
  /** Sends what is written; `keep`, which has it written then, sends nothing more. */
  send(at: VirtualPlace, text: string, keep: () => Promise<void>): Promise<void>;
  /** What can be written there, as far as the service can be asked. */
  known(at: VirtualPlace): Promise<KnownValues>;
  /** The editor is done with saving it: what is there by then may be shown. */
  saved(at: VirtualPlace): void;
  /** Reads again what is open. */
  reread(): void;
}

/** Settings as documents: read from the service where nobody writes in them, sent to it when they are saved. */
export function createSettingsDocuments(parts: SettingsDocumentParts): SettingsDocuments {
  const changes = createEmitter<VirtualPlace>();
  const seen = new Map<string, VirtualPlace>();
  /** What VS Code just wrote, until it is done with saving: it asks for the revision of that. */
  const written = new Map<string, VirtualFile>();
  const sent = new Map<string, { readonly text: string; readonly settings: Settings }>();
  const known = createKnownValues();
  let opened: OpenedSettings | undefined;
  const openedOf = ({ memory }: App) => {
    opened ??= createOpenedSettings(memory, parts.now);
    return opened;
  };

  const read = async (at: VirtualPlace): Promise<VirtualFile> => {
    const place = placeAt(at);
    const key = keyOf(at);
    const saving = written.get(key);
    if (saving && parts.isDirty(at)) return saving;
    written.delete(key);
    const app = await parts.app();
    const last = openedOf(app).get(at);
    if (last && parts.isDirty(at)) return fileOf(last);
    try {
      const file = fileOf(openedOf(app).put(at, await readSettings(app, place)));
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
    return parts.save(app, { at, place: placeAt(at), text, opened: openedOf(app) });
  };

  return {
    read,
    send: async (at, text, keep) => {
      sent.set(keyOf(at), { text, settings: await save(at, text) });
      try {
        await keep();
      } finally {
        sent.delete(keyOf(at));
      }
    },
    write: async (at, bytes, { byHand }) => {
      if (!byHand) throw new NotSavedError("Settings are sent when you save them yourself, never by Auto Save.");
      const text = Buffer.from(bytes).toString("utf8");
      const done = sent.get(keyOf(at));
      const settings = done && isSameJson(done.text, text) ? done.settings : await save(at, text);
      const { revision } = openedOf(await parts.app()).renew(at, settings);
      written.set(keyOf(at), { bytes, revision: revision - 1 });
    },
    onDidChange: (listener) => changes.on(listener),
    known: async (at) => known.of(await parts.app(), placeAt(at)),
    saved: (at) => changes.emit(at),
    reread: () => {
      known.clear();
      for (const at of seen.values()) changes.emit(at);
    },
  };
}

async function readSettings({ connections }: App, place: SettingsPlace): Promise<Settings> {
  const { kind, connectionId, organizationId, id } = place;
  const client = await connections.quiet();
  if (connections.active()?.id !== connectionId)
    throw new UnreadableSettingsError(elsewhere(connections, connectionId));
  if (!client) throw new UnreadableSettingsError("There is no connection. Connect, then try again.");
  const settings = await settingsAccess[kind].read(client, id, { organizationId });
  if (settings) return settings;
  throw new NoSuchDocumentError(`This ${kind} is no longer there: somebody removed it.`);
}

/** They are read from, and sent to, the service they were opened at and no other. */
export function elsewhere(connections: App["connections"], connectionId: string): string {
  const own = connections.all().find(({ id }) => id === connectionId);
  if (!own) return "The connection that these settings were opened with was removed.";
  return `These settings are at ${own.name} (${hostOf(own.baseUrl)}). Switch to that connection, then try again.`;
}

/** The editor may format what it writes. */
function isSameJson(one: string, other: string): boolean {
  const [first, second] = [parseJson(one), parseJson(other)];
  return "value" in first && "value" in second && JSON.stringify(first.value) === JSON.stringify(second.value);
}

function placeAt(at: VirtualPlace): SettingsPlace {
  const place = readSettingsPlace(at);
  if (place) return place;
  throw new NoSuchDocumentError(`There are no settings "${at.path}".`);
}

function fileOf({ fields, revision }: Opened): VirtualFile {
  return { bytes: Buffer.from(settingsText(fields)), revision };
}

const keyOf = ({ path, query }: VirtualPlace) => `${path}?${query}`;
