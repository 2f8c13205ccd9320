import type { ServiceClient } from "../../client/client.ts";
import { type Deployment, isDeploymentLive } from "../../contract/deployments.ts";
import type { Server } from "../../contract/servers.ts";
import { UsageError } from "../command.ts";

/** The newest version that runs beside the live one. */
export async function findPreview(
  client: ServiceClient,
  { id, name }: Server,
  signal: AbortSignal,
): Promise<Deployment> {
  const { items } = await client.call("deployments.list", { serverId: id, limit: 200 }, { signal });
  const preview = items.find((one) => one.preview && isDeploymentLive(one.status));
  if (preview) return preview;
  throw new UsageError(`${name} has no preview. See fairlead deploy --preview.`);
}
