import * as l10n from "@vscode/l10n";
import type { App, CommandHandler } from "../app.ts";
import { type DeployVersionContext, deployVersion } from "../server/deployVersion.ts";
import { findServer } from "../server/findServer.ts";
import { findDeployment } from "./findDeployment.ts";

/** Deploys the version of an earlier deployment again. */
export const deployAgain: CommandHandler<DeployVersionContext & Pick<App, "client">> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const found = await findDeployment(app, client, target, l10n.t("Deploy Again"));
  if (!found) return;
  const { deployment, serverName } = found;
  const node = { kind: "deployment", deployment, live: false, serverName } as const;
  const server = await findServer(app, client, { node }, { title: l10n.t("Deploy Again"), none: "" });
  if (server) await deployVersion(app, client, server, deployment.version, { isAgain: true });
};
