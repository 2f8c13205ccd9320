import type { App } from "../../commands/app.ts";
import { hostOf } from "../connection/connection.ts";
import {
  createEditedDocuments,
  type EditedDocumentParts,
  type EditedDocuments,
  type EditedText,
} from "./jsonDocuments.ts";
import { UnreadableSettingsError } from "./savingErrors.ts";
import { type NameHint, nameHints, type Suggestion, suggestions } from "./settingSuggestions.ts";
import { type Settings, settingsAccess } from "./settingsAccess.ts";
import { organizationOption, readSettingsPlace, type SettingsPlace } from "./settingsUri.ts";
import { createKnownValues } from "./settingValues.ts";
import { NoSuchDocumentError } from "./virtualFiles.ts";
import type { VirtualPlace } from "./virtualUris.ts";

/** What is to be saved. */
export interface Edited extends EditedText {
  readonly place: SettingsPlace;
}

export interface SettingsDocumentParts extends Pick<EditedDocumentParts, "app" | "isDirty" | "now"> {
  /** Sends what was changed and answers what is there then; throws where nothing was sent. */
  readonly save: (app: App, edited: Edited) => Promise<Settings>;
}

export interface SettingsDocuments extends EditedDocuments {
  /** What may be written at an offset of a text there, as far as the service can be asked. */
  suggestions(at: VirtualPlace, text: string, offset: number): Promise<readonly Suggestion[]>;
  hints(at: VirtualPlace, text: string): Promise<readonly NameHint[]>;
}

/** Settings as documents: read from the service where nobody writes in them, sent to it when they are saved. */
export function createSettingsDocuments({ save, ...parts }: SettingsDocumentParts): SettingsDocuments {
  const known = createKnownValues();
  const knownAt = async (at: VirtualPlace) => known.of(await parts.app(), placeAt(at));
  const documents = createEditedDocuments({
    ...parts,
    read: (app, at) => readSettings(app, placeAt(at)),
    save: (app, edited) => save(app, { ...edited, place: placeAt(edited.at) }),
    onlyByHand: "Settings are sent when you save them yourself, never by Auto Save.",
    memoryName: "settings.opened",
  });
  return {
    ...documents,
    suggestions: async (at, text, offset) => suggestions(text, offset, await knownAt(at)),
    hints: async (at, text) => nameHints(text, await knownAt(at)),
    reread: () => {
      known.clear();
      documents.reread();
    },
  };
}

async function readSettings({ connections }: App, place: SettingsPlace): Promise<Settings> {
  const { kind, connectionId, id } = place;
  const client = await connections.quiet();
  if (connections.active()?.id !== connectionId)
    throw new UnreadableSettingsError(elsewhere(connections, connectionId));
  if (!client) throw new UnreadableSettingsError("There is no connection. Connect, then try again.");
  const settings = await settingsAccess[kind].read(client, id, organizationOption(place));
  if (settings) return settings;
  throw new NoSuchDocumentError(`This ${kind} is no longer there: somebody removed it.`);
}

/** They are read from, and sent to, the service they were opened at and no other. */
export function elsewhere(connections: App["connections"], connectionId: string): string {
  const own = connections.all().find(({ id }) => id === connectionId);
  if (!own) return "The connection that these settings were opened with was removed.";
  return `These settings are at ${own.name} (${hostOf(own.baseUrl)}). Switch to that connection, then try again.`;
}

function placeAt(at: VirtualPlace): SettingsPlace {
  const place = readSettingsPlace(at);
  if (place) return place;
  throw new NoSuchDocumentError(`There are no settings "${at.path}".`);
}
