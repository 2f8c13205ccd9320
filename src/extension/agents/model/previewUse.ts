import type { ServiceClient } from "../../../client/client.ts";
import { isDeploymentLive } from "../../../contract/deployments.ts";
import { readServerUrl } from "../../server/model/findLiveVersion.ts";
import type { AgentUse } from "./agentUses.ts";
import { createPreviewUse, type UsedServer } from "./usedServer.ts";

/** The URL of the preview of a version; undefined: it does not run. */
export async function readPreviewUrl(
  client: ServiceClient,
  serverId: string,
  version: string,
): Promise<string | undefined> {
  const { items } = await client.call("deployments.list", { serverId });
  const preview = items.find((one) => one.preview && one.version === version && isDeploymentLive(one.status));
  return preview && readServerUrl(client, { liveDeploymentId: preview.id });
}

/** What an entry of a server leads to: its live version, whose URL is given, or the preview for which it was written. */
export async function readUsedServer(
  client: ServiceClient,
  server: UsedServer,
  liveUrl: string | undefined,
  { preview }: Pick<AgentUse, "preview">,
): Promise<{ readonly server: UsedServer; readonly url: string | undefined }> {
  if (preview === undefined) return { server, url: liveUrl };
  return { server: createPreviewUse(server, preview), url: await readPreviewUrl(client, server.id, preview) };
}
