import * as l10n from "@vscode/l10n";
import type { VirtualUriParts } from "../../base/uris/virtualUris.ts";
import { readUrlHost } from "../../connection/model/connection.ts";
import type { Connections } from "../../connection/model/connections.ts";
import {
  createJsonDocuments,
  type DocumentContext,
  type JsonDocumentEdit,
  type JsonDocumentOptions,
  type JsonDocuments,
} from "./jsonDocuments.ts";
import {
  parseSettingsUri,
  readOrganizationOption,
  type SettingsKind,
  type SettingsLocation,
} from "./remoteDocumentUri.ts";
import { UnreadableSettingsError } from "./savingErrors.ts";
import { type ResourceSettings, settingsAccess } from "./settingsAccess.ts";
import { NoSuchDocumentError } from "./virtualFiles.ts";

/** Settings to save. */
export interface SettingsEdit extends JsonDocumentEdit {
  readonly location: SettingsLocation;
}

export interface SettingsDocumentOptions extends Pick<JsonDocumentOptions, "context" | "isDirty" | "now"> {
  /** Sends the changes and returns the new settings; throws when nothing was sent. */
  readonly save: (edited: SettingsEdit) => Promise<ResourceSettings>;
}

/** Settings as documents: clean ones are read from the service, edited ones are sent when saved. */
export function createSettingsDocuments({ save, ...parts }: SettingsDocumentOptions): JsonDocuments {
  return createJsonDocuments({
    ...parts,
    read: (context, uri) => readSettings(context, readLocation(uri)),
    save: async (edited) => save({ ...edited, location: readLocation(edited.at) }),
    onlyByHand: l10n.t("Settings are only sent when you save them yourself, not by Auto Save."),
    memoryName: "settings.opened",
  });
}

export const goneMessages = {
  project: l10n.t("This project was archived or deleted."),
  server: l10n.t("This server was archived or deleted."),
  skill: l10n.t("This skill was archived or deleted."),
  user: l10n.t("This user was deleted."),
} as const satisfies Record<SettingsKind, string>;

async function readSettings({ connections }: DocumentContext, location: SettingsLocation): Promise<ResourceSettings> {
  const { kind, connectionId, id } = location;
  const client = await connections.quiet();
  if (connections.active()?.id !== connectionId)
    throw new UnreadableSettingsError(formatOtherConnection(connections, connectionId));
  if (!client) throw new UnreadableSettingsError(l10n.t("There is no connection. Connect, then try again."));
  const settings = await settingsAccess[kind].read(client, id, readOrganizationOption(location));
  if (settings) return settings;
  throw new NoSuchDocumentError(goneMessages[kind]);
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
