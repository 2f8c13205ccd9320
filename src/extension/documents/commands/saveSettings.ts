import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ServiceClient } from "../../../client/client.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { formatList } from "../../../text/language/formatList.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { hasErrorName, readErrorMessage } from "../../base/failure.ts";
import { formatDocumentProblems } from "../../base/jsonDocument.ts";
import { showMessage } from "../../base/showMessage.ts";
import { formatVirtualUri } from "../../base/uris/virtualUris.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { isServerLive } from "../../server/model/serverState.ts";
import { checkSettings, findRejectedFields } from "../model/checkSettings.ts";
import {
  createChangeVisibility,
  createMergePatch,
  type DocumentFields,
  diffFields,
  type FieldChange,
  findFieldConflicts,
  formatFieldChanges,
  formatFieldPath,
} from "../model/fieldChanges.ts";
import { formatJsonDocument } from "../model/jsonDocuments.ts";
import { readOrganizationOption, readSettingsFileName } from "../model/remoteDocumentUri.ts";
import { NotSavedError } from "../model/savingErrors.ts";
import { type ResourceSettings, settingsAccess } from "../model/settingsAccess.ts";
import { formatOtherConnection, goneMessages, type SettingsEdit } from "../model/settingsDocuments.ts";

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

const compare = l10n.t("Compare");
const apply = l10n.t("Apply My Changes");
const discard = l10n.t("Discard Mine");

interface Conflict extends SettingsUpdate {
  readonly remote: ResourceSettings;
}

/**
 * Resolves a conflict with changes of another user: nothing is overwritten without a confirmation. Returns the changes
 * to send; empty: there are none. Throws when the document stays unsaved.
 */
async function resolveSettingsConflict(
  app: EditorServices,
  edited: SettingsEdit,
  conflict: Conflict,
): Promise<readonly FieldChange[]> {
  const { base, changes, remote } = conflict;
  const others = diffFields(base.fields, remote.fields);
  const missing = changes.filter((own) => !others.some((other) => isSame(own, other)));
  // The fields of this document did not change at the service, or already have the new values.
  if (others.length === 0 || missing.length === 0) return missing;
  const answer = await app.prompts.decide({
    message: l10n.t`${titleOf(edited)} was changed elsewhere meanwhile. Nothing was overwritten.`,
    detail: conflictDetail(conflict, others),
    actions: [apply, compare, discard],
  });
  if (answer === discard) return [];
  if (answer === apply) return missing;
  if (answer === compare) await showConflict(app, edited, conflict);
  throw new NotSavedError(
    answer === compare
      ? l10n.t("Nothing was sent yet. Merge both versions, then save again.")
      : l10n.t("Nothing was sent, and nothing overwritten. Save again to decide."),
    { isCancellation: true },
  );
}

function conflictDetail({ base, changes }: SettingsUpdate, others: readonly FieldChange[]): string {
  const isShown = createChangeVisibility(base.fields);
  const both = formatList(findFieldConflicts(changes, others).map(({ path }) => formatFieldPath(path)));
  return [
    l10n.t`Theirs:\n${formatFieldChanges(others, isShown)}`,
    l10n.t`Yours:\n${formatFieldChanges(changes, isShown)}`,
    ...(both === "" ? [] : [l10n.t`Both changed ${both}: yours replaces theirs.`]),
  ].join("\n\n");
}

/** The service's current settings become the base, so that the next save is compared with what the user saw. */
async function showConflict(
  app: EditorServices,
  { at, text, opened }: SettingsEdit,
  { base, remote }: Conflict,
): Promise<void> {
  const name = readSettingsFileName(at);
  opened.rebase(at, remote);
  await app.documents.merge(formatVirtualUri(at), {
    base: { name, text: formatJsonDocument(base.fields) },
    remote: { name, text: formatJsonDocument(remote.fields) },
    local: { name, text },
  });
}

const isSame = (one: FieldChange, other: FieldChange) =>
  formatFieldPath(one.path) === formatFieldPath(other.path) && JSON.stringify(one.to) === JSON.stringify(other.to);

const titleOf = ({ at }: SettingsEdit) => readSettingsFileName(at).replace(/\.json$/, "");

/** An update of settings. */
interface SettingsUpdate {
  readonly base: Pick<ResourceSettings, "etag" | "fields">;
  readonly changes: readonly FieldChange[];
}

/** The new settings, and the changed fields. */
interface Sent {
  readonly settings: ResourceSettings;
  readonly changes: readonly FieldChange[];
}

const rejectionSchema = z.object({ errors: z.array(z.object({ path: z.string(), message: z.string() })).min(1) });

/** Sends changes without conflict; prompts for the others. */
async function sendSettings(
  app: EditorServices,
  client: ServiceClient,
  edited: SettingsEdit,
  sending: SettingsUpdate,
): Promise<Sent> {
  const { kind, id } = edited.location;
  let { base, changes } = sending;
  for (;;) {
    const options = { ...readOrganizationOption(edited.location), ifMatch: base.etag };
    try {
      return { settings: await settingsAccess[kind].update(client, id, createMergePatch(changes), options), changes };
    } catch (error) {
      if (!hasErrorName(error, "StaleError")) throw showRejection(app, edited, error);
    }
    const remote = await readCurrentSettings(client, edited);
    changes = await resolveSettingsConflict(app, edited, { base, changes, remote });
    if (changes.length === 0) return { settings: remote, changes };
    base = remote;
  }
}

/** Shows the service's problems at the fields that it names. */
function showRejection(app: EditorServices, { at, text }: SettingsEdit, error: unknown): unknown {
  const rejection = rejectionSchema.safeParse(error).data;
  if (!rejection) return error;
  const problems = findRejectedFields(text, rejection.errors);
  app.documents.diagnose(formatVirtualUri(at), problems);
  return new NotSavedError(readErrorMessage(error), { cause: error, line: problems[0]?.line ?? 0 });
}

async function readCurrentSettings(client: ServiceClient, { location }: SettingsEdit): Promise<ResourceSettings> {
  const { kind, id } = location;
  const settings = await settingsAccess[kind].read(client, id, readOrganizationOption(location));
  if (settings) return settings;
  throw new NotSavedError(joinWords(goneMessages[kind], l10n.t("Nothing was sent.")));
}
