import { profileSchema } from "../../contract/dialectProfile.ts";
import { checkProfile } from "../../core/compatibility/checkProfile.ts";
import { mergeProfile } from "../../core/compatibility/mergeProfile.ts";
import { connectionAt } from "../../core/compatibility/profileDocuments.ts";
import { profileStore, refuseLocal } from "../../core/compatibility/requireProfile.ts";
import type { Content, EditedText } from "../../core/documents/jsonDocuments.ts";
import { NotSavedError } from "../../core/documents/savingErrors.ts";
import { uriOfPlace } from "../../core/documents/virtualUris.ts";
import { problemWords } from "../../core/foundation/jsonDocument.ts";
import type { App } from "../app.ts";
import { keepProfile } from "./applyProfile.ts";

/** Keeps a profile that was edited as a document. Throws where it is broken: then the one before stays in use. */
export async function saveProfile(app: App, { at, text, opened }: EditedText): Promise<Content> {
  const keeper = profileStore(app, connectionAt(at));
  refuseLocal(app);
  const checked = checkProfile(text);
  const problems = checked.kind === "problems" ? checked.problems : [];
  app.documents.diagnose(uriOfPlace(at), problems);
  if (checked.kind === "problems")
    throw new NotSavedError(`The profile was not changed. ${problemWords(problems)}`, { line: problems[0]?.line ?? 0 });
  const now = keeper.read();
  const base = profileSchema.safeParse(opened.get(at)?.fields).data ?? now;
  const profile = mergeProfile(base, checked.profile, now);
  await keepProfile(app, keeper, profile);
  return { etag: "", fields: keeper.read() };
}
