import * as z from "zod";
import type { Client } from "../../client/client.ts";
import { refusalProblems } from "../../core/documents/checkSettings.ts";
import { type Change, changesOf, keyOf, type Overlap, overlap, patchOf } from "../../core/documents/fieldChanges.ts";
import { changeLines, shownChanges, valueWords } from "../../core/documents/formatFieldChanges.ts";
import { editedText } from "../../core/documents/jsonDocuments.ts";
import { NotSavedError } from "../../core/documents/savingErrors.ts";
import { type Settings, settingsAccess } from "../../core/documents/settingsAccess.ts";
import type { Edited } from "../../core/documents/settingsDocuments.ts";
import { organizationOption, settingsFileName } from "../../core/documents/settingsUri.ts";
import { uriOfPlace } from "../../core/documents/virtualUris.ts";
import { hasName, messageOf } from "../../core/foundation/failure.ts";
import { back, type Choice } from "../../core/foundation/ports.ts";
import type { App } from "../app.ts";

const compare = "Compare";
const apply = "Apply Mine Onto Theirs";
const discard = "Discard Mine";

interface Conflict extends Sending {
  readonly theirs: Settings;
}

/**
 * What is still to be sent where somebody else changed the same thing meanwhile: nothing is overwritten unasked. Empty: what is there
 * is as it should be. Throws where it stays as it was written.
 */
async function settleConflict(app: App, edited: Edited, conflict: Conflict): Promise<readonly Change[]> {
  const { base, changes, theirs } = conflict;
  const others = changesOf(base.fields, theirs.fields);
  const overlaps = overlap(changes, others);
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

function conflictDetail({ base, changes }: Sending, others: readonly Change[], overlaps: readonly Overlap[]): string {
  const isShown = shownChanges(base.fields);
  const both = overlaps.map(({ mine }) => keyOf(mine.path)).join(", ");
  return [
    `Theirs:\n${changeLines(others, isShown)}`,
    `Yours:\n${changeLines(changes, isShown)}`,
    ...(both === "" ? [] : [`Both changed ${both}: you are asked which to keep.`]),
  ].join("\n\n");
}

/** Where both changed a field, one of the two is chosen. */
async function applied(
  app: App,
  edited: Edited,
  missing: readonly Change[],
  overlaps: readonly Overlap[],
): Promise<readonly Change[]> {
  const given = new Set<Change>();
  for (const both of overlaps) {
    const isMine = await app.prompts.pick({
      title: titleOf(edited),
      placeholder: `Both changed ${keyOf(both.mine.path)}. Which one to keep?`,
      choices: sidesOf(both),
    });
    if (isMine === undefined || isMine === back)
      throw new NotSavedError("Nothing was sent. Save again to decide.", { isWanted: true });
    if (!isMine) given.add(both.mine);
  }
  return missing.filter((change) => !given.has(change));
}

function sidesOf({ mine, theirs }: Overlap): readonly Choice<boolean>[] {
  const isShown = shownChanges({});
  const words = (change: Change) => {
    if (change.to === undefined) return "removed";
    return isShown(change) ? valueWords(change.to) : "not shown";
  };
  return [
    { label: "Yours", description: words(mine), value: true },
    { label: "Theirs", description: words(theirs), value: false },
  ];
}

/** From here on it is compared with theirs: who saves after looking at both means what is written. */
async function showSides(app: App, { at, text, opened }: Edited, { base, theirs }: Conflict): Promise<void> {
  const name = settingsFileName(at);
  opened.rebase(at, theirs);
  await app.documents.merge(uriOfPlace(at), {
    base: { name, text: editedText(base.fields) },
    theirs: { name, text: editedText(theirs.fields) },
    mine: { name, text },
  });
}

const isSame = (one: Change, other: Change) =>
  keyOf(one.path) === keyOf(other.path) && JSON.stringify(one.to) === JSON.stringify(other.to);

const titleOf = ({ at }: Edited) => settingsFileName(at).replace(/\.json$/, "");

/** What is to be changed of what. */
export interface Sending {
  readonly base: Pick<Settings, "etag" | "fields">;
  readonly changes: readonly Change[];
}

/** What is there now, and what of it was changed. */
interface Sent {
  readonly settings: Settings;
  readonly changes: readonly Change[];
}

const refusalSchema = z.object({ errors: z.array(z.object({ path: z.string(), message: z.string() })).min(1) });

/** Changes what nobody else changed meanwhile; asks about the rest. */
export async function sendSettings(app: App, client: Client, edited: Edited, sending: Sending): Promise<Sent> {
  const { kind, id } = edited.place;
  let { base, changes } = sending;
  for (;;) {
    const options = { ...organizationOption(edited.place), ifMatch: base.etag };
    try {
      return { settings: await settingsAccess[kind].update(client, id, patchOf(changes), options), changes };
    } catch (error) {
      if (!hasName(error, "StaleError")) throw refused(app, edited, error);
    }
    const theirs = await readNow(client, edited);
    changes = await settleConflict(app, edited, { base, changes, theirs });
    if (changes.length === 0) return { settings: theirs, changes };
    base = theirs;
  }
}

/** What the service refuses is shown at the field it names. */
function refused(app: App, { at, text }: Edited, error: unknown): unknown {
  const told = refusalSchema.safeParse(error).data;
  if (!told) return error;
  const problems = refusalProblems(text, told.errors);
  app.documents.diagnose(uriOfPlace(at), problems);
  return new NotSavedError(messageOf(error), { cause: error, line: problems[0]?.line ?? 0 });
}

export async function readNow(client: Client, { place }: Edited): Promise<Settings> {
  const { kind, id } = place;
  const settings = await settingsAccess[kind].read(client, id, organizationOption(place));
  if (settings) return settings;
  throw new NotSavedError(`This ${kind} is no longer there: somebody removed it. Nothing was sent.`);
}
