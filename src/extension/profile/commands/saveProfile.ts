import * as l10n from "@vscode/l10n";
import { dialectProfileSchema } from "../../../contract/dialectProfile.ts";
import { formatDocumentProblems } from "../../base/jsonDocument.ts";
import { formatVirtualUri } from "../../base/uris/virtualUris.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { JsonDocumentContent, JsonDocumentEdit } from "../../documents/model/jsonDocuments.ts";
import { NotSavedError } from "../../documents/model/savingErrors.ts";
import { checkProfile } from "../model/checkProfile.ts";
import { mergeProfile } from "../model/mergeProfile.ts";
import { readProfileConnection } from "../model/profileDocuments.ts";
import { rejectLocalProfile, requireProfile } from "../model/requireProfile.ts";
import { applyProfile } from "./applyProfile.ts";

/** Applies a profile that was edited as a document. An invalid one throws, and the previous profile stays in use. */
export async function saveProfile(
  app: ConnectedServices,
  { at, text, opened }: JsonDocumentEdit,
): Promise<JsonDocumentContent> {
  const profileStore = requireProfile(app, readProfileConnection(at));
  rejectLocalProfile(app);
  const checked = checkProfile(text);
  const problems = checked.kind === "problems" ? checked.problems : [];
  app.documents.diagnose(formatVirtualUri(at), problems);
  if (checked.kind === "problems")
    throw new NotSavedError(l10n.t`The profile was not changed. ${formatDocumentProblems(problems)}`, {
      line: problems[0]?.line ?? 0,
    });
  const now = profileStore.read();
  const base = dialectProfileSchema.safeParse(opened.get(at)?.fields).data ?? now;
  const profile = mergeProfile(base, checked.profile, now);
  await applyProfile(app, profileStore, profile);
  return { etag: "", fields: profileStore.read() };
}
