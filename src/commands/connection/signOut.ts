import { showMessage } from "../../core/foundation/showMessage.ts";
import type { App, CommandHandler } from "../app.ts";
import { findTargetConnection } from "./findTargetConnection.ts";

/** How long a key stays in memory for Undo. */
const undoMs = 5 * 60_000;

export const signOut: CommandHandler<Pick<App, "connections" | "log" | "messages">> = async (app, target) => {
  const connection = findTargetConnection(app, target);
  if (!connection) {
    await app.messages.info("There is no connection to sign out of.");
    return;
  }
  const { undo, forget } = await app.connections.signOut(connection);
  const timer = setTimeout(forget, undoMs);
  timer.unref();
  const end = async () => {
    clearTimeout(timer);
    forget();
  };
  const Undo = () => undo().finally(end);
  showMessage(app, "info", `Signed out of ${connection.name}.`, { Undo }, end);
};
