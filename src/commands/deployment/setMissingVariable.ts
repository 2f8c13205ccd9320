import type { ServiceClient } from "../../client/client.ts";
import type { Deployment } from "../../contract/deployments.ts";
import type { Server } from "../../contract/servers.ts";
import { findFailureCause } from "../../core/deployment/failureCause.ts";
import { promptBack } from "../../core/foundation/ports.ts";
import type { App, CommandHandler } from "../app.ts";
import { type DeployVersionContext, deployVersion } from "../server/deployVersion.ts";
import { editServer } from "../server/editServer.ts";
import { type FindServerContext, findServer } from "../server/findServer.ts";
import { findDeployment } from "./findDeployment.ts";

/** Sets the variable that a failed deployment misses, and deploys its version again. */
export const setMissingVariable: CommandHandler<
  DeployVersionContext & FindServerContext & Pick<App, "client" | "documents">
> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const found = await findDeployment(app, client, target, "Set the Missing Variable");
  if (!found) return;
  const { deployment, serverName } = found;
  const node = { kind: "deployment", deployment, live: false, serverName } as const;
  const server = await findServer(app, client, { node }, { title: "Set the Missing Variable", none: "" });
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

/** Escape changes nothing. */
export async function setVariableAndDeploy(
  app: DeployVersionContext,
  client: ServiceClient,
  { server, deployment, variable }: MissingVariable,
): Promise<void> {
  const { description, secret = true } = server.variables?.find(({ name }) => name === variable) ?? {};
  const value = await app.prompts.input({
    title: `Set ${variable} of ${server.name}`,
    prompt: description || `The value of ${variable}. ${server.name} is deployed again with it.`,
    secret,
    validate: (text) => (text === "" ? `${variable} needs a value.` : undefined),
  });
  if (value === undefined || value === promptBack) return;
  const changed = await client.call("server.update", { id: server.id, environment: { [variable]: value } });
  app.refresh("fairlead.servers");
  await deployVersion(app, client, changed, deployment.version);
}
