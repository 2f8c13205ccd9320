import type { ServiceClient } from "../../../client/client.ts";
import { type Deployment, isDeploymentLive } from "../../../contract/deployments.ts";
import type { Server } from "../../../contract/servers.ts";
import { readAvailable } from "../../base/unavailability.ts";
import { isDeploymentUnderWay } from "../../server/model/serverState.ts";

/** A deployment of the version that is already there. */
export interface RepeatedDeployment {
  readonly kind: "underWay" | "live";
  readonly deployment: Deployment;
}

/** The number of recent deployments to search. */
const newest = 20;

/** The deployment of a version that is under way, or live; undefined when there is none, or the service lists none. */
export async function findRepeatedDeployment(
  client: ServiceClient,
  { id, liveDeploymentId, desiredState }: Server,
  version: string,
): Promise<RepeatedDeployment | undefined> {
  const read = await readAvailable(client.call("deployments.list", { serverId: id, limit: newest }));
  if (read.kind === "unavailable") return undefined;
  // A service may ignore the filter.
  const own = read.value.items.filter(({ serverId = id, ...deployment }) => {
    return serverId === id && deployment.version === version;
  });
  const underWay = own.find(isDeploymentUnderWay);
  if (underWay) return { kind: "underWay", deployment: underWay };
  const live = own.find((deployment) => deployment.id === liveDeploymentId);
  return live && isDeploymentLive(live.status) && desiredState !== "stopped"
    ? { kind: "live", deployment: live }
    : undefined;
}

/** The newest deployment of another version that was started before this one. `all`: deployments of its server, newest first. */
export function findEarlierDeployment(
  all: readonly Deployment[],
  { version, createdAt }: Deployment,
): Deployment | undefined {
  if (!createdAt) return undefined;
  return all.find(
    (one) => one.startedAt && one.version !== version && one.createdAt !== undefined && one.createdAt < createdAt,
  );
}
