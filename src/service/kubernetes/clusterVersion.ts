import * as z from "zod";
import type { ClusterClient } from "./client/clusterClient.ts";

const versionSchema = z.looseObject({ gitVersion: z.string(), platform: z.string().default("linux/amd64") });

/** The version of a cluster, and the platform of its API server. */
export function readClusterVersion(
  client: ClusterClient,
  signal: AbortSignal,
): Promise<z.output<typeof versionSchema>> {
  return client.send({ path: "/version" }, versionSchema, signal);
}
