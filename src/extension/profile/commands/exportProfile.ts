import * as l10n from "@vscode/l10n";
import { readDocumentName } from "../../../text/documentName.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { readUrlHost } from "../../connection/model/connection.ts";
import { formatJsonDocument } from "../../documents/model/jsonDocuments.ts";
import { formatOmittedFacts, toShareableProfile } from "../model/sharing/shareableProfile.ts";
import { ensureSession } from "./ensureSession.ts";

/** Exports the profile to a file for other users of the same service: it holds names and paths, but no secrets and no user. */
export const exportProfile: CommandHandler<EditorServices & ConnectionServices> = async (app) => {
  const used = await ensureSession(app);
  if (!used) return;
  const { connection } = used;
  const name = `${readUrlHost(connection.baseUrl).replaceAll(/[^\w.-]/g, "-")}.profile.json`;
  const profile = used.profileStore.read();
  const question = { title: l10n.t`Export the Profile of ${connection.name}`, action: l10n.t("Export"), name };
  const file = await app.documents.saveAs(question, formatJsonDocument(toShareableProfile(profile)));
  if (file === undefined) return;
  const omitted = formatOmittedFacts(profile);
  const message = [
    l10n.t`Exported the profile of ${connection.name} to ${readDocumentName(file)}.`,
    ...(omitted === "" ? [] : [l10n.t`It leaves out ${omitted}: importing it asks for that.`]),
  ];
  showMessage(app, "info", message.join(" "), {
    [l10n.t("Open")]: () => app.documents.open(file),
  });
};
