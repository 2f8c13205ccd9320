import type { Command } from "../app.ts";
import { openSettings } from "../documents/openSettingsDocument.ts";
import { findServer } from "./findServer.ts";

/** Opens what can be changed of a server, its environment too, as a document. */
export const editServer: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const question = { title: "Edit Server Settings", none: "There is no server yet." };
  const server = await findServer(app, client, target, question);
  if (server) await openSettings(app, { kind: "server", id: server.id, name: server.name });
};
