import * as l10n from "@vscode/l10n";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { isServerLive } from "../../core/server/serverState.ts";
import type { App, CommandHandler } from "../app.ts";
import { type FindServerContext, findServer } from "./findServer.ts";

export const stopServer: CommandHandler<FindServerContext & Pick<App, "client" | "refresh">> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const server = await findServer(app, client, target, {
    title: l10n.t("Stop a Server"),
    suits: isServerLive,
    none: l10n.t("No server is running."),
  });
  if (!server) return;
  await client.call("server.update", { id: server.id, desiredState: "stopped" });
  app.refresh("fairlead.servers", "fairlead.deployments");
  showMessage(app, "info", l10n.t`Stopped ${server.name}. Use Start Server to run it again.`);
};
