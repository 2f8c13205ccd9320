import type { ServiceClient } from "../../client/client.ts";
import type { Server } from "../../contract/servers.ts";

/** Where a server answers MCP; undefined while nothing of it is deployed. */
export async function readServerUrl(client: ServiceClient, { liveDeploymentId }: Server): Promise<string | undefined> {
  if (!liveDeploymentId) return undefined;
  return (await client.call("deployment.get", { id: liveDeploymentId })).url ?? undefined;
}
