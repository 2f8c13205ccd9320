import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import { listNewestItems } from "../../../contract/isNewestFirst.ts";
import type { Server } from "../../../contract/servers.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { type DeployVersionContext, deployVersion } from "../../server/commands/deployVersion.ts";
import { editServer } from "../../server/commands/editServer.ts";
import { findServer } from "../../server/commands/findServer.ts";
import { setVariables } from "../../server/commands/variables/setVariables.ts";
import { findFailureCause } from "../model/failureCause.ts";

/** Sets the variable that a failed deployment misses, and deploys again. */
export const setMissingVariable: CommandHandler<DeployVersionContext & ConnectedServices> = async (app, { node }) => {
  const client = await app.client();
  if (!client || node?.kind !== "deployment") return;
  const deployment = await client.call("deployment.get", { id: node.deployment.id });
  const server = await findServer(app, client, { node }, { title: l10n.t("Set the Missing Variable"), none: "" });
  if (!server) return;
  const variable = findFailureCause(deployment, server)?.variable;
  if (variable === undefined) return editServer(app, { node });
  await setVariableAndDeploy(app, client, { server, deployment, variable });
};

interface MissingVariable {
  readonly server: Server;
  readonly deployment: Deployment;
  readonly variable: string;
}

/** Deploys the version of the newest deployment, because a message of a failure may be older. Escape changes nothing. */
export async function setVariableAndDeploy(
  app: DeployVersionContext,
  client: ServiceClient,
  { server, deployment, variable }: MissingVariable,
): Promise<void> {
  const changed = await setVariables(app, client, server, [variable]);
  if (!changed) return;
  const [newest = deployment] = listNewestItems(
    await client.call("deployments.list", { serverId: changed.id, limit: 1 }),
  );
  await deployVersion(app, client, changed, newest.version, { isAgain: true });
}
