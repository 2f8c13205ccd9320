import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { readAvailable } from "../../base/unavailability.ts";

/** The version of the live deployment; undefined: there is none, or the service does not return it. */
export async function findLiveVersion(
  client: ServiceClient,
  { liveDeploymentId: id }: Server,
): Promise<string | undefined> {
  const live = id ? await readAvailable(client.call("deployment.get", { id })) : undefined;
  return live?.kind === "available" ? live.value.version : undefined;
}
