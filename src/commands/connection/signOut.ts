import type { App, CommandHandler } from "../app.ts";
import { findTargetConnection } from "./findTargetConnection.ts";

export const signOut: CommandHandler<Pick<App, "connections" | "messages">> = async (app, target) => {
  const connection = findTargetConnection(app, target);
  if (!connection) {
    await app.messages.info("There is no connection to sign out of.");
    return;
  }
  await app.connections.signOut(connection);
};
