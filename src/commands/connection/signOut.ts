import * as l10n from "@vscode/l10n";
import { showMessage } from "../../core/foundation/showMessage.ts";
import type { App, CommandHandler } from "../app.ts";
import { findTargetConnection } from "./findTargetConnection.ts";

/** How long a key stays in memory for Undo. */
const undoMs = 5 * 60_000;

export const signOut: CommandHandler<Pick<App, "connections" | "log" | "messages">> = async (app, target) => {
  const connection = findTargetConnection(app, target);
  if (!connection) {
    await app.messages.info(l10n.t("There is no connection to sign out of."));
    return;
  }
  const { undo, forget } = await app.connections.signOut(connection);
  const timer = setTimeout(forget, undoMs);
  timer.unref();
  const end = async () => {
    clearTimeout(timer);
    forget();
  };
  const restore = () => undo().finally(end);
  showMessage(app, "info", l10n.t`Signed out of ${connection.name}.`, { [l10n.t("Undo")]: restore }, end);
};
