import * as l10n from "@vscode/l10n";
import { showMessage } from "../../../core/foundation/showMessage.ts";
import { findLiveVersion } from "../../../core/server/findLiveVersion.ts";
import { isServerLive } from "../../../core/server/serverState.ts";
import type { App, CommandHandler } from "../../app.ts";
import { type DeployVersionContext, deployVersion } from "../deployVersion.ts";
import { type FindServerContext, findServerAndClient } from "../findServer.ts";

/** Deploys the live version of a server again, so that it gets the saved values. */
export const applyVariables: CommandHandler<DeployVersionContext & FindServerContext & Pick<App, "client">> = async (
  app,
  target,
) => {
  const found = await findServerAndClient(app, target, {
    title: l10n.t("Apply Variables"),
    suits: isServerLive,
    none: l10n.t("No server here is live."),
  });
  if (!found) return;
  const { client, server } = found;
  if (isServerLive(server))
    return deployVersion(app, client, server, await findLiveVersion(client, server), { isAgain: true });
  showMessage(app, "info", l10n.t`${server.name} is not running. It gets the saved values when it starts.`);
};
