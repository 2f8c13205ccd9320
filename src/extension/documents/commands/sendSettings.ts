import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ServiceClient } from "../../../client/client.ts";
import { formatList } from "../../../text/language/formatList.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { hasErrorName, readErrorMessage } from "../../base/failure.ts";
import { type PromptChoice, promptBack } from "../../base/ports.ts";
import { formatVirtualUri } from "../../base/uris/virtualUris.ts";
import { findRejectedFields } from "../model/checkSettings.ts";
import {
  createMergePatch,
  diffFields,
  type FieldChange,
  type FieldConflict,
  findFieldConflicts,
  formatFieldPath,
} from "../model/fieldChanges.ts";
import { createChangeVisibility, formatFieldChanges, formatFieldValue } from "../model/formatFieldChanges.ts";
import { formatJsonDocument } from "../model/jsonDocuments.ts";
import { NotSavedError } from "../model/savingErrors.ts";
import { type ResourceSettings, settingsAccess } from "../model/settingsAccess.ts";
import type { SettingsEdit } from "../model/settingsDocuments.ts";
import { readOrganizationOption, readSettingsFileName, type SettingsKind } from "../model/settingsUri.ts";

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
  const overlaps = findFieldConflicts(changes, others);
  const missing = changes.filter((own) => !others.some((other) => isSame(own, other)));
  // The fields of this document did not change at the service, or already have the new values.
  if (others.length === 0 || missing.length === 0) return missing;
  const answer = await app.prompts.decide({
    message: l10n.t`${titleOf(edited)} was changed elsewhere meanwhile. Nothing was overwritten.`,
    detail: conflictDetail(conflict, others, overlaps),
    actions: [apply, compare, discard],
  });
  if (answer === discard) return [];
  if (answer === apply) return applied(app, edited, missing, overlaps);
  if (answer === compare) await showConflict(app, edited, conflict);
  throw new NotSavedError(
    answer === compare
      ? l10n.t("Nothing was sent yet. Merge both versions, then save again.")
      : l10n.t("Nothing was sent, and nothing overwritten. Save again to decide."),
    { isCancellation: true },
  );
}

function conflictDetail(
  { base, changes }: SettingsUpdate,
  others: readonly FieldChange[],
  overlaps: readonly FieldConflict[],
): string {
  const isShown = createChangeVisibility(base.fields);
  const both = formatList(overlaps.map(({ local }) => formatFieldPath(local.path)));
  return [
    l10n.t`Theirs:\n${formatFieldChanges(others, isShown)}`,
    l10n.t`Yours:\n${formatFieldChanges(changes, isShown)}`,
    ...(both === "" ? [] : [l10n.t`Both changed ${both}: you are asked which to keep.`]),
  ].join("\n\n");
}

/** The user chooses one side for fields that both changed. */
async function applied(
  app: EditorServices,
  edited: SettingsEdit,
  missing: readonly FieldChange[],
  overlaps: readonly FieldConflict[],
): Promise<readonly FieldChange[]> {
  const given = new Set<FieldChange>();
  for (const both of overlaps) {
    const isLocal = await app.prompts.pick({
      title: titleOf(edited),
      placeholder: l10n.t`Both changed ${formatFieldPath(both.local.path)}. Which one to keep?`,
      choices: formatConflict(both),
    });
    if (isLocal === undefined || isLocal === promptBack)
      throw new NotSavedError(l10n.t("Nothing was sent. Save again to decide."), { isCancellation: true });
    if (!isLocal) given.add(both.local);
  }
  return missing.filter((change) => !given.has(change));
}

function formatConflict({ local, remote }: FieldConflict): readonly PromptChoice<boolean>[] {
  const isShown = createChangeVisibility({});
  const words = (change: FieldChange) => {
    if (change.to === undefined) return l10n.t("removed");
    return isShown(change) ? formatFieldValue(change.to) : l10n.t("not shown");
  };
  return [
    { label: l10n.t("Yours"), description: words(local), value: true },
    { label: l10n.t("Theirs"), description: words(remote), value: false },
  ];
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

const goneMessages: Readonly<Record<SettingsKind, string>> = {
  project: l10n.t("This project no longer exists: it was deleted. Nothing was sent."),
  server: l10n.t("This server no longer exists: it was deleted. Nothing was sent."),
  skill: l10n.t("This skill no longer exists: it was deleted. Nothing was sent."),
  user: l10n.t("This user no longer exists. Nothing was sent."),
};

export async function readCurrentSettings(
  client: ServiceClient,
  { location }: SettingsEdit,
): Promise<ResourceSettings> {
  const { kind, id } = location;
  const settings = await settingsAccess[kind].read(client, id, readOrganizationOption(location));
  if (settings) return settings;
  throw new NotSavedError(goneMessages[kind]);
}
