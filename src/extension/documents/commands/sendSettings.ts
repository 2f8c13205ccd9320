import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ServiceClient } from "../../../client/client.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { formatList } from "../../../text/language/formatList.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { hasErrorName, readErrorMessage } from "../../base/failure.ts";
import { formatVirtualUri } from "../../base/uris/virtualUris.ts";
import { findRejectedFields } from "../model/checkSettings.ts";
import {
  createChangeVisibility,
  createMergePatch,
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
import { goneMessages, type SettingsEdit } from "../model/settingsDocuments.ts";

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
export interface SettingsUpdate {
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
export async function sendSettings(
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

export async function readCurrentSettings(
  client: ServiceClient,
  { location }: SettingsEdit,
): Promise<ResourceSettings> {
  const { kind, id } = location;
  const settings = await settingsAccess[kind].read(client, id, readOrganizationOption(location));
  if (settings) return settings;
  throw new NotSavedError(joinWords(goneMessages[kind], l10n.t("Nothing was sent.")));
}
