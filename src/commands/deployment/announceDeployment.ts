import type { ServiceClient } from "../../client/client.ts";
import type { Server } from "../../contract/servers.ts";
import { readUserSettings } from "../../core/account/readUserSettings.ts";
import type { DeploymentOutcome } from "../../core/deployment/deploymentWatches.ts";
import { formatDeployed, formatDeploymentFailure } from "../../core/deployment/formatDeployment.ts";
import { deploymentLogUri } from "../../core/documents/virtualUris.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { readServer } from "../../core/server/readServer.ts";
import type { App } from "../app.ts";
import { type DeployVersionContext, deployVersion } from "../server/deployVersion.ts";
import { showDeployment } from "./showDeployment.ts";

export type AnnounceDeploymentContext = DeployVersionContext & Pick<App, "clipboard" | "documents" | "showDeployment">;

/** Tells how a deployment went, once, with what is likely wanted next; of what the user wants to hear of. */
export async function announceDeployment(
  app: AnnounceDeploymentContext,
  client: ServiceClient,
  news: DeploymentOutcome,
): Promise<void> {
  app.refresh("fairlead.servers", "fairlead.deployments");
  const { notifyOn } = await readUserSettings(client);
  if (notifyOn === "none" || (notifyOn === "failures" && news.outcome === "live")) return;
  const server = await readServer(client, news.deployment.serverId);
  if (news.outcome === "live") tellLive(app, news, server);
  else await tellFailed(app, client, news, server);
}

function tellLive(
  app: Pick<App, "clipboard" | "connections" | "log" | "messages" | "showDeployment">,
  news: DeploymentOutcome,
  server: Server | undefined,
): void {
  const { deployment, serverName } = news;
  const { url } = deployment;
  showMessage(app, "info", formatDeployed(deployment, serverName, server?.latestVersion), {
    ...(url && { "Copy URL": () => app.clipboard(url) }),
    "Open Deployment": () => open(app, news),
  });
}

async function tellFailed(
  app: DeployVersionContext & Pick<App, "documents" | "showDeployment">,
  client: ServiceClient,
  news: DeploymentOutcome,
  server: Server | undefined,
): Promise<void> {
  const live = server?.liveDeploymentId
    ? await client.call("deployment.get", { id: server.liveDeploymentId })
    : undefined;
  const earlier = await earlierVersion(client, news);
  showMessage(app, "error", formatDeploymentFailure(news, live?.version), {
    "Open Deployment": () => open(app, news),
    "Open Log": () => openLog(app, news),
    ...(server &&
      earlier !== undefined && { "Deploy Earlier Version": () => deployVersion(app, client, server, earlier) }),
  });
}

const open = async (app: Pick<App, "connections" | "showDeployment">, { deployment, serverName }: DeploymentOutcome) =>
  showDeployment(app, deployment, serverName);

const openLog = (app: Pick<App, "documents">, { deployment, serverName }: DeploymentOutcome) =>
  app.documents.show(deploymentLogUri(deployment, serverName));

/** The version before that served at some time. */
async function earlierVersion(client: ServiceClient, { deployment }: DeploymentOutcome): Promise<string | undefined> {
  const { serverId } = deployment;
  if (serverId === undefined) return undefined;
  const { items } = await client.call("deployments.list", { serverId, limit: 50 });
  return items.find(({ version, startedAt }) => startedAt && version !== deployment.version)?.version;
}
