import type { Client } from "../../api/client.ts";
import type { Server } from "../../contract/servers.ts";
import type { App } from "../../core/app.ts";
import { failureWords, liveWords } from "../../core/deploymentWords.ts";
import { readServer } from "../../core/readServer.ts";
import { deploymentLogUri } from "../../core/virtualUris.ts";
import type { WatchNews } from "../../core/watches.ts";
import { deployVersion } from "../server/deployVersion.ts";

const openLog = "Open Log";
const copyUrl = "Copy URL";
const deployEarlier = "Deploy Earlier Version";

/** Tells how a deployment went, once, with what is likely wanted next. */
export async function announce(app: App, client: Client, news: WatchNews): Promise<void> {
  app.refresh("fairlead.servers", "fairlead.deployments");
  const server = await readServer(client, news.deployment.serverId);
  const chosen = await (news.outcome === "live" ? tellLive(app, news, server) : tellFailed(app, client, news, server));
  if (chosen === openLog) await app.documents.show(deploymentLogUri(news.deployment, news.serverName));
}

async function tellLive(
  app: App,
  { deployment, serverName }: WatchNews,
  server: Server | undefined,
): Promise<string | undefined> {
  const { url } = deployment;
  const chosen = await app.messages.info(
    liveWords(deployment, serverName, server?.latestVersion ?? null),
    ...(url === null ? [] : [copyUrl]),
    openLog,
  );
  if (chosen === copyUrl && url !== null) await app.clipboard(url);
  return chosen;
}

async function tellFailed(
  app: App,
  client: Client,
  news: WatchNews,
  server: Server | undefined,
): Promise<string | undefined> {
  const live = server?.liveDeploymentId
    ? await client.call("deployment.get", { id: server.liveDeploymentId })
    : undefined;
  const earlier = server && (await earlierVersion(client, news));
  const words = failureWords(news, live?.version);
  const chosen = await app.messages.error(words, openLog, ...(earlier === undefined ? [] : [deployEarlier]));
  if (chosen === deployEarlier && server && earlier !== undefined) await deployVersion(app, client, server, earlier);
  return chosen;
}

/** The version before that served at some time. */
async function earlierVersion(client: Client, { deployment }: WatchNews): Promise<string | undefined> {
  const { items } = await client.call("deployments.list", { serverId: deployment.serverId, limit: 50 });
  return items.find(({ version, startedAt }) => startedAt !== null && version !== deployment.version)?.version;
}
