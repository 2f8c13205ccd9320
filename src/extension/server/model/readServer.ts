import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";

/**
 * The current server; undefined when it does not exist (any more) or has no id. Reads the list, because no operation
 * returns one server.
 */
export async function readServer(
  client: ServiceClient,
  id: string | undefined,
  signal?: AbortSignal,
): Promise<Server | undefined> {
  const server = await findServerById(client, id, signal);
  return server === "gone" ? undefined : server;
}

/** The same; `gone`: it does not exist, for the list was read to its end. */
export async function findServerById(
  client: ServiceClient,
  id: string | undefined,
  signal?: AbortSignal,
): Promise<Server | "gone" | undefined> {
  if (id === undefined) return undefined;
  const { items, nextCursor } = await client.call("servers.list", { id, limit: 1 }, signal ? { signal } : {});
  return items.find((server) => server.id === id) ?? (nextCursor === null ? "gone" : undefined);
}

/** The server whose versions an artifact holds; undefined when it does not exist (any more). */
export async function findServerOfArtifact(
  client: ServiceClient,
  artifactId: string,
  signal?: AbortSignal,
): Promise<Server | undefined> {
  const servers = client.list("servers.list", { limit: 200 }, signal ? { signal } : {});
  for await (const server of servers) if (server.artifactId === artifactId) return server;
  return undefined;
}
