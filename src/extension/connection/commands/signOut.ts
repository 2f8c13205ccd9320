import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { readErrorMessage } from "../../base/failure.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../connectionServices.ts";
import type { Connection } from "../model/connection.ts";
import { confirmLeavingLocal } from "./confirmLeavingLocal.ts";
import { findTargetConnection } from "./pickConnection.ts";

/** How long a key stays in memory for Undo. */
const undoMs = 5 * 60_000;

export const signOut: CommandHandler<ConnectedServices> = async (app, target) => {
  const connection = findTargetConnection(app, target);
  if (!connection) {
    await app.messages.info(l10n.t("There is no connection to sign out of."));
    return;
  }
  if (connection.kind === "local" && !(await confirmLeavingLocal(app))) return;
  const signedOut = await app.connections.signOut(connection);
  if (signedOut.kind === "revoked") return showRevocation(app, connection, signedOut.failure);
  const { undo, forget } = signedOut;
  const timer = setTimeout(forget, undoMs);
  timer.unref();
  const end = () => {
    clearTimeout(timer);
    forget();
  };
  showMessage(app, "info", l10n.t`Signed out of ${connection.name}.`, { [l10n.t("Undo")]: undo }, end);
};

/** The key of a sign-in is not needed again: the next sign-in issues another. */
function showRevocation(app: EditorServices, { name }: Connection, failure: unknown): void {
  if (failure === undefined) return;
  const signedOut = l10n.t`Signed out of ${name}, but the service did not delete the key of this editor: ${readErrorMessage(failure)}`;
  const advice = l10n.t("Delete it below API keys after the next sign-in; otherwise it expires by itself.");
  showMessage(app, "warning", `${signedOut} ${advice}`);
}
