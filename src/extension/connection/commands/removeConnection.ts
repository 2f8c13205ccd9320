import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { ConnectedServices } from "../connectionServices.ts";
import { pickConnection } from "./pickConnection.ts";

/** Removes a connection and its key; the service and its data stay unchanged. */
export const removeConnection: CommandHandler<ConnectedServices> = async (app, { node }) => {
  if (app.connections.all().length === 0) {
    await app.messages.info(l10n.t("There is no connection to remove."));
    return;
  }
  const connection =
    node?.kind === "connection"
      ? node.connection
      : await pickConnection(app, { title: l10n.t("Remove Connection"), placeholder: l10n.t("Which connection?") });
  if (!connection) return;
  const isSure = await app.prompts.confirm({
    message: l10n.t`Remove the connection ${connection.name}?`,
    detail:
      connection.kind === "local"
        ? l10n.t(
            "Its servers and their data stay on this machine. They stop unless another window or an agent uses them, and start again with the local service.",
          )
        : l10n.t("Its key is deleted from this machine. Servers and deployments at the service stay as they are."),
    action: l10n.t("Remove"),
  });
  if (isSure) await app.connections.remove(connection);
};
