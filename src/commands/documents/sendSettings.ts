import * as z from "zod";
import type { Client } from "../../client/client.ts";
import { refusalProblems } from "../../core/documents/checkSettings.ts";
import { type Change, patchOf } from "../../core/documents/fieldChanges.ts";
import { NotSavedError } from "../../core/documents/savingErrors.ts";
import { type Settings, settingsAccess } from "../../core/documents/settingsAccess.ts";
import type { Edited } from "../../core/documents/settingsDocuments.ts";
import { organizationOption } from "../../core/documents/settingsUri.ts";
import { uriOfPlace } from "../../core/documents/virtualUris.ts";
import { hasName, messageOf } from "../../core/foundation/failure.ts";
import type { App } from "../app.ts";
import { settleConflict } from "./settleConflict.ts";

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
