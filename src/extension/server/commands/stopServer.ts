import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { isServerLive } from "../model/serverState.ts";
import { type FindServerContext, findServerAndClient } from "./findServer.ts";

export const stopServer: CommandHandler<FindServerContext> = async (app, target) => {
  const found = await findServerAndClient(app, target, {
    title: l10n.t("Stop a Server"),
    suits: isServerLive,
    none: l10n.t("No server is running."),
  });
  if (!found) return;
  const { client, server } = found;
  await client.call("server.update", { id: server.id, desiredState: "stopped" });
  app.refresh("fairlead.servers", "fairlead.deployments");
};
