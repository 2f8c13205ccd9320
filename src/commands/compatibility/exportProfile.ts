import { hostOf } from "../../core/connection/connection.ts";
import { editedText } from "../../core/documents/jsonDocuments.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { documentName } from "../../text/documentName.ts";
import type { Command } from "../app.ts";
import { sessionInUse } from "./ensureSession.ts";

/** Writes the profile to a file, for whoever uses the same service: it holds names and places, and no secret. */
export const exportProfile: Command = async (app) => {
  const used = await sessionInUse(app);
  if (!used) return;
  const { connection } = used;
  const name = `${hostOf(connection.baseUrl).replaceAll(/[^\w.-]/g, "-")}.profile.json`;
  const question = { title: `Export the Profile of ${connection.name}`, action: "Export", name };
  const file = await app.documents.saveAs(question, editedText(used.keeper.read()));
  if (file === undefined) return;
  say(app, "info", `Exported the profile of ${connection.name} to ${documentName(file)}.`, {
    Open: () => app.documents.open(file),
  });
};
