import type { Command } from "../app.ts";
import { connectionOf } from "./findTargetConnection.ts";

/** Deletes a connection's key, in all windows. */
export const signOut: Command = async (app, target) => {
  const connection = connectionOf(app, target);
  if (!connection) {
    await app.messages.info("There is no connection to sign out of.");
    return;
  }
  await app.connections.signOut(connection);
};
