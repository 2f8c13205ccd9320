import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { formatDocumentProblems } from "../../base/jsonDocument.ts";
import { showMessage } from "../../base/showMessage.ts";
import { formatVirtualUri } from "../../base/uris/virtualUris.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { isServerLive } from "../../server/model/serverState.ts";
import { checkSettings } from "../model/checkSettings.ts";
import {
  createChangeVisibility,
  type DocumentFields,
  diffFields,
  type FieldChange,
  formatFieldChanges,
} from "../model/fieldChanges.ts";
import { formatJsonDocument } from "../model/jsonDocuments.ts";
import { readSettingsFileName } from "../model/remoteDocumentUri.ts";
import { NotSavedError } from "../model/savingErrors.ts";
import { type ResourceSettings, settingsAccess } from "../model/settingsAccess.ts";
import { formatOtherConnection, type SettingsEdit } from "../model/settingsDocuments.ts";
import { readCurrentSettings, sendSettings } from "./sendSettings.ts";

/**
 * Sends the changes of a settings document after a confirmation; returns the new settings. Throws when nothing was
 * sent.
 */
export async function saveSettings(app: ConnectedServices, edited: SettingsEdit): Promise<ResourceSettings> {
  const { at, location, opened } = edited;
  const client = await clientOf(app, edited);
  const base = opened.get(at) ?? (await readCurrentSettings(client, edited));
  const changes = diffFields(base.fields, fieldsOf(app, edited, base.fields));
  if (changes.length === 0) return readCurrentSettings(client, edited);
  await confirmChanges(app, edited, base.fields, changes);
  const sent = await sendSettings(app, client, edited, { base, changes });
  app.refresh(...settingsAccess[location.kind].views);
  showDeployMessage(app, sent.settings, sent.changes);
  return sent.settings;
}

/** Settings are only sent to the service that they were read from. */
async function clientOf(app: ConnectedServices, { location }: SettingsEdit): Promise<ServiceClient> {
  const isHere = () => app.connections.active()?.id === location.connectionId;
  const client = isHere() ? await app.client() : undefined;
  if (!isHere()) throw new NotSavedError(formatOtherConnection(app.connections, location.connectionId));
  if (client) return client;
  throw new NotSavedError(l10n.t("There is no connection, so nothing was sent. Connect, then save again."));
}

function fieldsOf(app: EditorServices, { at, location, text }: SettingsEdit, before: DocumentFields): DocumentFields {
  const checked = checkSettings(location.kind, text, before);
  const problems = checked.kind === "problems" ? checked.problems : [];
  app.documents.diagnose(formatVirtualUri(at), problems);
  if (checked.kind === "fields") return checked.fields;
  throw new NotSavedError(l10n.t`Nothing was sent. ${formatDocumentProblems(problems)}`, {
    line: problems[0]?.line ?? 0,
  });
}

const save = l10n.t("Save");
const showChanges = l10n.t("Show Changes");

async function confirmChanges(
  app: ConnectedServices,
  { at, location }: SettingsEdit,
  before: DocumentFields,
  changes: readonly FieldChange[],
): Promise<void> {
  const name = readSettingsFileName(at);
  const connection = app.connections.active()?.name ?? location.connectionId;
  const answer = await app.prompts.decide({
    message: l10n.t`Save ${name.replace(/\.json$/, "")} at ${connection}?`,
    detail: formatFieldChanges(changes, createChangeVisibility(before)),
    actions: [save, showChanges],
  });
  if (answer === save) return;
  if (answer !== showChanges)
    throw new NotSavedError(l10n.t("Nothing was sent. Save again to send it."), { isCancellation: true });
  const left = { name, text: formatJsonDocument(before) };
  await app.documents.compare(l10n.t("As Opened and As Written"), [{ label: name, left, right: formatVirtualUri(at) }]);
  throw new NotSavedError(l10n.t("Nothing was sent yet. Save again to send the changes that are shown."), {
    isCancellation: true,
  });
}

/** A running deployment keeps the environment it was started with. */
function showDeployMessage(app: EditorServices, { server }: ResourceSettings, changes: readonly FieldChange[]): void {
  if (!server || !isServerLive(server) || changes.every(({ path }) => path[0] !== "environment")) return;
  const node = { kind: "server", server, live: undefined, latest: undefined } as const;
  showMessage(app, "info", l10n.t`Changed ${server.name}. Deploy it again for its environment to take effect.`, {
    [l10n.t("Deploy Again")]: () => app.run("fairlead.deployment.deployAgain", { node }),
  });
}
