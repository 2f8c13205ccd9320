import type { App, CommandHandler } from "../app.ts";
import { pickConnection } from "./pickConnection.ts";

/** Removes a connection and its key; the service and its data stay unchanged. */
export const removeConnection: CommandHandler<Pick<App, "connections" | "messages" | "prompts">> = async (
  app,
  { node },
) => {
  if (app.connections.all().length === 0) {
    await app.messages.info("There is no connection to remove.");
    return;
  }
  const connection =
    node?.kind === "connection"
      ? node.connection
      : await pickConnection(app, { title: "Remove Connection", placeholder: "Which connection?" });
  if (!connection) return;
  const isSure = await app.prompts.confirm({
    message: `Remove the connection ${connection.name}?`,
    detail:
      connection.kind === "local"
        ? "Its servers and their data stay on this machine. They stop unless another window or an agent uses them, and start again with the local service."
        : "Its key is deleted from this machine. Servers and deployments at the service stay as they are.",
    action: "Remove",
  });
  if (isSure) await app.connections.remove(connection);
};
