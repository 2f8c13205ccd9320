import * as l10n from "@vscode/l10n";
import type { DialectProfile } from "../../../contract/dialectProfile.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { formatDocumentProblems } from "../../base/jsonDocument.ts";
import { showMessage } from "../../base/showMessage.ts";
import { checkProfile } from "../../profile/model/checkProfile.ts";

/** The folder of a workspace that holds what its team says of services. */
export const teamFolder = ".fairlead";

/** The name of the file that says how a service is read. */
export const nameProfileFile = (host: string) => `${host.replaceAll(/[^\w.-]/g, "-")}.profile.json`;

/** The profile of a file; undefined: it has none, and a message says why. */
export async function readProfileFile(app: EditorServices, file: string): Promise<DialectProfile | undefined> {
  const checked = checkProfile(await app.documents.read(file));
  if (checked.kind === "profile") return checked.profile;
  const { problems } = checked;
  const message = l10n.t`${readDocumentName(file)} is not a profile, so nothing was imported. ${formatDocumentProblems(problems)}`;
  showMessage(app, "warning", message, {
    [l10n.t("Show Problem")]: () => app.documents.show(file, { preview: false, line: problems[0]?.line ?? 0 }),
  });
  return undefined;
}
