import type { Deployment } from "../../../contract/deployments.ts";

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
