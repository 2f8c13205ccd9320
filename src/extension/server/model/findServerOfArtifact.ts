import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";

/**
 * The server whose versions an artifact holds; undefined when it does not exist (any more). Reads the list, because no
 * operation returns one server.
 */
export async function findServerOfArtifact(
  client: ServiceClient,
  artifactId: string,
  signal?: AbortSignal,
): Promise<Server | undefined> {
  const servers = client.list("servers.list", { limit: 200 }, signal ? { signal } : {});
  for await (const server of servers) if (server.artifactId === artifactId) return server;
  return undefined;
}
