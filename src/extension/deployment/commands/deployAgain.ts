import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { type DeployVersionContext, deployVersion } from "../../server/commands/deployVersion.ts";
import { findServer, findServerAndClient } from "../../server/commands/findServer.ts";
import { findLiveVersion } from "../../server/model/findLiveVersion.ts";
import { isServerLive } from "../../server/model/serverState.ts";
import { findDeployment } from "./findDeployment.ts";

const question = { title: l10n.t("Deploy Again"), none: "" };

/** Deploys the version of a deployment again, or the live one of a server, which then gets its saved values. */
export const deployAgain: CommandHandler<DeployVersionContext> = async (app, target) => {
  const kind = target.node?.kind;
  if (kind === "server" || kind === "variables" || kind === "version") return deployLiveVersion(app, target);
  const found = await findDeployment(app, target, question.title);
  if (!found) return;
  const { client, deployment, serverName } = found;
  const node = { kind: "deployment", deployment, live: false, serverName } as const;
  const server = await findServer(app, client, { node }, question);
  if (server) await deployVersion(app, client, server, deployment.version, { isAgain: true });
};

async function deployLiveVersion(app: DeployVersionContext, target: CommandTarget): Promise<void> {
  const found = await findServerAndClient(app, target, question);
  if (!found) return;
  const { client, server } = found;
  if (isServerLive(server))
    return deployVersion(app, client, server, await findLiveVersion(client, server), { isAgain: true });
  showMessage(app, "info", l10n.t`${server.name} is not running. It gets the saved values when it starts.`);
}
