import type { ServiceClient } from "../../client/client.ts";
import type { Server } from "../../contract/servers.ts";

/** The MCP URL of a server; undefined when it has no live deployment. */
export async function readServerUrl(client: ServiceClient, { liveDeploymentId }: Server): Promise<string | undefined> {
  if (!liveDeploymentId) return undefined;
  return (await client.call("deployment.get", { id: liveDeploymentId })).url ?? undefined;
}
