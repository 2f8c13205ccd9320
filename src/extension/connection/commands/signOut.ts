import * as l10n from "@vscode/l10n";
import { joinWords } from "../../../text/joinWords.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { readErrorMessage } from "../../base/failure.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../connectionServices.ts";
import type { Connection } from "../model/connection.ts";
import { findTargetConnection } from "./pickConnection.ts";

/** How long a key stays in memory for Undo. */
const undoMs = 5 * 60_000;

export const signOut: CommandHandler<ConnectedServices> = async (app, target) => {
  const connection = findTargetConnection(app, target);
  if (!connection) {
    await app.messages.info(l10n.t("There is no connection to sign out of."));
    return;
  }
  const signedOut = await app.connections.signOut(connection);
  if (signedOut.kind === "revoked") return showRevocation(app, connection, signedOut.failure);
  const { undo, forget } = signedOut;
  const timer = setTimeout(forget, undoMs);
  timer.unref();
  const end = () => {
    clearTimeout(timer);
    forget();
  };
  const servers = connection.kind === "local" && l10n.t("Its servers keep running while a window of VS Code is open.");
  const message = joinWords(l10n.t`Signed out of ${connection.name}.`, servers);
  showMessage(app, "info", message, { [l10n.t("Undo")]: undo }, end);
};

/** The key of a sign-in is not needed again: the next sign-in issues another. */
function showRevocation(app: EditorServices, { name }: Connection, failure: unknown): void {
  if (failure === undefined) return;
  const signedOut = l10n.t`Signed out of ${name}, but the service did not delete the key of this editor: ${readErrorMessage(failure)}`;
  const advice = l10n.t("Delete it below API keys after the next sign-in; otherwise it expires by itself.");
  showMessage(app, "warning", `${signedOut} ${advice}`);
}
