import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { type DeployVersionContext, deployVersion } from "../../server/commands/deployVersion.ts";
import { findServer } from "../../server/commands/findServer.ts";
import { findLiveVersion } from "../../server/model/findLiveVersion.ts";
import { isServerLive } from "../../server/model/serverState.ts";
import { findDeployment } from "./findDeployment.ts";

/** Deploys the version of a deployment again, or the live one of a server, which then gets its saved values. */
export const deployAgain: CommandHandler<DeployVersionContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const kind = target.node?.kind;
  if (kind === "server" || kind === "variables" || kind === "version") return deployLiveVersion(app, client, target);
  const found = await findDeployment(app, client, target, l10n.t("Deploy Again"));
  if (!found) return;
  const { deployment, serverName } = found;
  const node = { kind: "deployment", deployment, live: false, serverName } as const;
  const server = await findServer(app, client, { node }, { title: l10n.t("Deploy Again"), none: "" });
  if (server) await deployVersion(app, client, server, deployment.version, { isAgain: true });
};

async function deployLiveVersion(
  app: DeployVersionContext,
  client: ServiceClient,
  target: CommandTarget,
): Promise<void> {
  const server = await findServer(app, client, target, { title: l10n.t("Deploy Again"), none: "" });
  if (!server) return;
  if (isServerLive(server))
    return deployVersion(app, client, server, await findLiveVersion(client, server), { isAgain: true });
  showMessage(app, "info", l10n.t`${server.name} is not running. It gets the saved values when it starts.`);
}
