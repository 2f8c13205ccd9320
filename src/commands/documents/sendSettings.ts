import * as z from "zod";
import type { ServiceClient } from "../../client/client.ts";
import { findRejectedFields } from "../../core/documents/checkSettings.ts";
import {
  createMergePatch,
  diffFields,
  type FieldChange,
  type FieldConflict,
  findFieldConflicts,
  formatFieldPath,
} from "../../core/documents/fieldChanges.ts";
import {
  createChangeVisibility,
  formatFieldChanges,
  formatFieldValue,
} from "../../core/documents/formatFieldChanges.ts";
import { formatJsonDocument } from "../../core/documents/jsonDocuments.ts";
import { NotSavedError } from "../../core/documents/savingErrors.ts";
import { type ResourceSettings, settingsAccess } from "../../core/documents/settingsAccess.ts";
import type { SettingsEdit } from "../../core/documents/settingsDocuments.ts";
import { readOrganizationOption, readSettingsFileName } from "../../core/documents/settingsUri.ts";
import { formatVirtualUri } from "../../core/documents/virtualUris.ts";
import { hasErrorName, readErrorMessage } from "../../core/foundation/failure.ts";
import { type PromptChoice, promptBack } from "../../core/foundation/ports.ts";
import type { App } from "../app.ts";

const compare = "Compare";
const apply = "Apply Mine Onto Theirs";
const discard = "Discard Mine";

interface Conflict extends SettingsUpdate {
  readonly theirs: ResourceSettings;
}

/**
 * What is still to be sent where somebody else changed the same thing meanwhile: nothing is overwritten unasked. Empty: what is there
 * is as it should be. Throws where it stays as it was written.
 */
async function resolveSettingsConflict(
  app: Pick<App, "documents" | "prompts">,
  edited: SettingsEdit,
  conflict: Conflict,
): Promise<readonly FieldChange[]> {
  const { base, changes, theirs } = conflict;
  const others = diffFields(base.fields, theirs.fields);
  const overlaps = findFieldConflicts(changes, others);
  const missing = changes.filter((own) => !others.some((other) => isSame(own, other)));
  // Only what cannot be edited here has changed, or all that was wanted is there already.
  if (others.length === 0 || missing.length === 0) return missing;
  const answer = await app.prompts.decide({
    message: `${titleOf(edited)} was changed by somebody else meanwhile. Nothing was overwritten.`,
    detail: conflictDetail(conflict, others, overlaps),
    actions: [apply, compare, discard],
  });
  if (answer === discard) return [];
  if (answer === apply) return applied(app, edited, missing, overlaps);
  if (answer === compare) await showSides(app, edited, conflict);
  throw new NotSavedError(
    answer === compare
      ? "Nothing was sent yet. Take over what you want of both, then save again."
      : "Nothing was sent, and nothing overwritten. Save again to decide.",
    { isWanted: true },
  );
}

function conflictDetail(
  { base, changes }: SettingsUpdate,
  others: readonly FieldChange[],
  overlaps: readonly FieldConflict[],
): string {
  const isShown = createChangeVisibility(base.fields);
  const both = overlaps.map(({ mine }) => formatFieldPath(mine.path)).join(", ");
  return [
    `Theirs:\n${formatFieldChanges(others, isShown)}`,
    `Yours:\n${formatFieldChanges(changes, isShown)}`,
    ...(both === "" ? [] : [`Both changed ${both}: you are asked which to keep.`]),
  ].join("\n\n");
}

/** Where both changed a field, one of the two is chosen. */
async function applied(
  app: Pick<App, "prompts">,
  edited: SettingsEdit,
  missing: readonly FieldChange[],
  overlaps: readonly FieldConflict[],
): Promise<readonly FieldChange[]> {
  const given = new Set<FieldChange>();
  for (const both of overlaps) {
    const isMine = await app.prompts.pick({
      title: titleOf(edited),
      placeholder: `Both changed ${formatFieldPath(both.mine.path)}. Which one to keep?`,
      choices: sidesOf(both),
    });
    if (isMine === undefined || isMine === promptBack)
      throw new NotSavedError("Nothing was sent. Save again to decide.", { isWanted: true });
    if (!isMine) given.add(both.mine);
  }
  return missing.filter((change) => !given.has(change));
}

function sidesOf({ mine, theirs }: FieldConflict): readonly PromptChoice<boolean>[] {
  const isShown = createChangeVisibility({});
  const words = (change: FieldChange) => {
    if (change.to === undefined) return "removed";
    return isShown(change) ? formatFieldValue(change.to) : "not shown";
  };
  return [
    { label: "Yours", description: words(mine), value: true },
    { label: "Theirs", description: words(theirs), value: false },
  ];
}

/** From here on it is compared with theirs: who saves after looking at both means what is written. */
async function showSides(
  app: Pick<App, "documents">,
  { at, text, opened }: SettingsEdit,
  { base, theirs }: Conflict,
): Promise<void> {
  const name = readSettingsFileName(at);
  opened.rebase(at, theirs);
  await app.documents.merge(formatVirtualUri(at), {
    base: { name, text: formatJsonDocument(base.fields) },
    theirs: { name, text: formatJsonDocument(theirs.fields) },
    mine: { name, text },
  });
}

const isSame = (one: FieldChange, other: FieldChange) =>
  formatFieldPath(one.path) === formatFieldPath(other.path) && JSON.stringify(one.to) === JSON.stringify(other.to);

const titleOf = ({ at }: SettingsEdit) => readSettingsFileName(at).replace(/\.json$/, "");

/** What is to be changed of what. */
export interface SettingsUpdate {
  readonly base: Pick<ResourceSettings, "etag" | "fields">;
  readonly changes: readonly FieldChange[];
}

/** What is there now, and what of it was changed. */
interface Sent {
  readonly settings: ResourceSettings;
  readonly changes: readonly FieldChange[];
}

const refusalSchema = z.object({ errors: z.array(z.object({ path: z.string(), message: z.string() })).min(1) });

/** Changes what nobody else changed meanwhile; asks about the rest. */
export async function sendSettings(
  app: Pick<App, "documents" | "prompts">,
  client: ServiceClient,
  edited: SettingsEdit,
  sending: SettingsUpdate,
): Promise<Sent> {
  const { kind, id } = edited.place;
  let { base, changes } = sending;
  for (;;) {
    const options = { ...readOrganizationOption(edited.place), ifMatch: base.etag };
    try {
      return { settings: await settingsAccess[kind].update(client, id, createMergePatch(changes), options), changes };
    } catch (error) {
      if (!hasErrorName(error, "StaleError")) throw refused(app, edited, error);
    }
    const theirs = await readCurrentSettings(client, edited);
    changes = await resolveSettingsConflict(app, edited, { base, changes, theirs });
    if (changes.length === 0) return { settings: theirs, changes };
    base = theirs;
  }
}

/** What the service refuses is shown at the field it names. */
function refused(app: Pick<App, "documents">, { at, text }: SettingsEdit, error: unknown): unknown {
  const told = refusalSchema.safeParse(error).data;
  if (!told) return error;
  const problems = findRejectedFields(text, told.errors);
  app.documents.diagnose(formatVirtualUri(at), problems);
  return new NotSavedError(readErrorMessage(error), { cause: error, line: problems[0]?.line ?? 0 });
}

export async function readCurrentSettings(client: ServiceClient, { place }: SettingsEdit): Promise<ResourceSettings> {
  const { kind, id } = place;
  const settings = await settingsAccess[kind].read(client, id, readOrganizationOption(place));
  if (settings) return settings;
  throw new NotSavedError(`This ${kind} is no longer there: somebody removed it. Nothing was sent.`);
}
