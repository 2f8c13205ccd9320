import type { Command } from "../../core/app.ts";

/** Deletes the active connection's key, in all windows. */
export const signOut: Command = async (app) => {
  const connection = app.connections.active();
  if (!connection) {
    await app.messages.info("There is no connection to sign out of.");
    return;
  }
  await app.connections.signOut(connection);
};
