import * as l10n from "@vscode/l10n";
import type { Project } from "../../../contract/projects.ts";
import type { VirtualUriParts } from "../../base/uris/virtualUris.ts";
import { readUrlHost } from "../../connection/model/connection.ts";
import type { Connections } from "../../connection/model/connections.ts";
import {
  createJsonDocuments,
  type DocumentContext,
  type JsonDocumentEdit,
  type JsonDocumentOptions,
} from "./jsonDocuments.ts";
import { UnreadableSettingsError } from "./savingErrors.ts";
import { findNameHints, type SettingValues, suggestSettingValues } from "./settingSuggestions.ts";
import { type ResourceSettings, settingsAccess } from "./settingsAccess.ts";
import { parseSettingsUri, readOrganizationOption, type SettingsKind, type SettingsLocation } from "./settingsUri.ts";
import { NoSuchDocumentError } from "./virtualFiles.ts";

/** Caches completion values until it is cleared. */
export function createSettingValuesCache() {
  const cached = new Map<string, Promise<SettingValues>>();
  return {
    /** Empty when the service does not answer, because completion is optional. */
    of: (context: DocumentContext, location: SettingsLocation): Promise<SettingValues> => {
      const key = JSON.stringify(location);
      const found = cached.get(key) ?? read(context, location).catch(() => nothing);
      cached.set(key, found);
      return found;
    },
    clear: () => cached.clear(),
  };
}

const nothing: SettingValues = { projects: [], variables: [] };

async function read({ connections }: DocumentContext, location: SettingsLocation): Promise<SettingValues> {
  const { kind, connectionId, id } = location;
  const client = connections.active()?.id === connectionId ? await connections.quiet() : undefined;
  if (!client || kind === "project") return nothing;
  const options = readOrganizationOption(location);
  if (kind === "server") {
    const settings = await settingsAccess.server.read(client, id, options);
    return { ...nothing, variables: settings?.server?.variables ?? [] };
  }
  const projects: Project[] = [];
  for await (const project of client.list("projects.list", { limit: 200 }, options)) projects.push(project);
  return { ...nothing, projects };
}

/** Settings to save. */
export interface SettingsEdit extends JsonDocumentEdit {
  readonly location: SettingsLocation;
}

export interface SettingsDocumentOptions extends Pick<JsonDocumentOptions, "context" | "isDirty" | "now"> {
  /** Sends the changes and returns the new settings; throws when nothing was sent. */
  readonly save: (edited: SettingsEdit) => Promise<ResourceSettings>;
}

export type SettingsDocuments = ReturnType<typeof createSettingsDocuments>;

/** Settings as documents: clean ones are read from the service, edited ones are sent when saved. */
export function createSettingsDocuments({ save, ...parts }: SettingsDocumentOptions) {
  const valuesCache = createSettingValuesCache();
  const knownAt = (uri: VirtualUriParts) => valuesCache.of(parts.context, readLocation(uri));
  const documents = createJsonDocuments({
    ...parts,
    read: (context, uri) => readSettings(context, readLocation(uri)),
    save: async (edited) => save({ ...edited, location: readLocation(edited.at) }),
    onlyByHand: l10n.t("Settings are only sent when you save them yourself, not by Auto Save."),
    memoryName: "settings.opened",
  });
  return {
    ...documents,
    /** Completions at an offset, as far as the service answers. */
    suggestions: async (uri: VirtualUriParts, text: string, offset: number) =>
      suggestSettingValues(text, offset, await knownAt(uri)),
    hints: async (uri: VirtualUriParts, text: string) => findNameHints(text, await knownAt(uri)),
    reread: (): void => {
      valuesCache.clear();
      documents.reread();
    },
  };
}

const gone = {
  project: l10n.t("This project no longer exists: it was deleted."),
  server: l10n.t("This server no longer exists: it was deleted."),
  skill: l10n.t("This skill no longer exists: it was deleted."),
  user: l10n.t("This user no longer exists: it was deleted."),
} as const satisfies Record<SettingsKind, string>;

async function readSettings({ connections }: DocumentContext, location: SettingsLocation): Promise<ResourceSettings> {
  const { kind, connectionId, id } = location;
  const client = await connections.quiet();
  if (connections.active()?.id !== connectionId)
    throw new UnreadableSettingsError(formatOtherConnection(connections, connectionId));
  if (!client) throw new UnreadableSettingsError(l10n.t("There is no connection. Connect, then try again."));
  const settings = await settingsAccess[kind].read(client, id, readOrganizationOption(location));
  if (settings) return settings;
  throw new NoSuchDocumentError(gone[kind]);
}

/** Settings are read from and sent to the connection they were opened at, and no other. */
export function formatOtherConnection(connections: Pick<Connections, "all">, connectionId: string): string {
  const own = connections.all().find(({ id }) => id === connectionId);
  if (!own) return l10n.t("The connection that these settings were opened with was removed.");
  return l10n.t`These settings are at ${own.name} (${readUrlHost(own.baseUrl)}). Switch to that connection, then try again.`;
}

function readLocation(uri: VirtualUriParts): SettingsLocation {
  const location = parseSettingsUri(uri);
  if (location) return location;
  throw new NoSuchDocumentError(l10n.t`There are no settings "${uri.path}".`);
}
