import { readUrlHost } from "../connection/connection.ts";
import type { Connections } from "../connection/connections.ts";
import {
  createJsonDocuments,
  type DocumentContext,
  type JsonDocumentEdit,
  type JsonDocumentOptions,
  type JsonDocuments,
} from "./jsonDocuments.ts";
import { UnreadableSettingsError } from "./savingErrors.ts";
import {
  findNameHints,
  type SettingNameHint,
  type SettingSuggestion,
  suggestSettingValues,
} from "./settingSuggestions.ts";
import { type ResourceSettings, settingsAccess } from "./settingsAccess.ts";
import { parseSettingsUri, readOrganizationOption, type SettingsLocation } from "./settingsUri.ts";
import { createSettingValuesCache } from "./settingValues.ts";
import { NoSuchDocumentError } from "./virtualFiles.ts";
import type { VirtualUriParts } from "./virtualUris.ts";

/** What is to be saved. */
export interface SettingsEdit extends JsonDocumentEdit {
  readonly place: SettingsLocation;
}

export interface SettingsDocumentOptions extends Pick<JsonDocumentOptions, "context" | "isDirty" | "now"> {
  /** Sends what was changed and answers what is there then; throws where nothing was sent. */
  readonly save: (edited: SettingsEdit) => Promise<ResourceSettings>;
}

export interface SettingsDocuments extends JsonDocuments {
  /** What may be written at an offset of a text there, as far as the service can be asked. */
  suggestions(at: VirtualUriParts, text: string, offset: number): Promise<readonly SettingSuggestion[]>;
  hints(at: VirtualUriParts, text: string): Promise<readonly SettingNameHint[]>;
}

/** Settings as documents: read from the service where nobody writes in them, sent to it when they are saved. */
export function createSettingsDocuments({ save, ...parts }: SettingsDocumentOptions): SettingsDocuments {
  const known = createSettingValuesCache();
  const knownAt = (at: VirtualUriParts) => known.of(parts.context, placeAt(at));
  const documents = createJsonDocuments({
    ...parts,
    read: (context, at) => readSettings(context, placeAt(at)),
    save: async (edited) => save({ ...edited, place: placeAt(edited.at) }),
    onlyByHand: "Settings are sent when you save them yourself, never by Auto Save.",
    memoryName: "settings.opened",
  });
  return {
    ...documents,
    suggestions: async (at, text, offset) => suggestSettingValues(text, offset, await knownAt(at)),
    hints: async (at, text) => findNameHints(text, await knownAt(at)),
    reread: () => {
      known.clear();
      documents.reread();
    },
  };
}

async function readSettings({ connections }: DocumentContext, place: SettingsLocation): Promise<ResourceSettings> {
  const { kind, connectionId, id } = place;
  const client = await connections.quiet();
  if (connections.active()?.id !== connectionId)
    throw new UnreadableSettingsError(formatOtherConnection(connections, connectionId));
  if (!client) throw new UnreadableSettingsError("There is no connection. Connect, then try again.");
  const settings = await settingsAccess[kind].read(client, id, readOrganizationOption(place));
  if (settings) return settings;
  throw new NoSuchDocumentError(`This ${kind} is no longer there: somebody removed it.`);
}

/** They are read from, and sent to, the service they were opened at and no other. */
export function formatOtherConnection(connections: Pick<Connections, "all">, connectionId: string): string {
  const own = connections.all().find(({ id }) => id === connectionId);
  if (!own) return "The connection that these settings were opened with was removed.";
  return `These settings are at ${own.name} (${readUrlHost(own.baseUrl)}). Switch to that connection, then try again.`;
}

function placeAt(at: VirtualUriParts): SettingsLocation {
  const place = parseSettingsUri(at);
  if (place) return place;
  throw new NoSuchDocumentError(`There are no settings "${at.path}".`);
}
