import type { ServiceClient } from "../../client/client.ts";
import type { Server } from "../../contract/servers.ts";

/** A server as it is now; undefined where there is none (any more), or the service does not say which. There is no operation for one alone. */
export async function readServer(
  client: ServiceClient,
  id: string | undefined,
  signal?: AbortSignal,
): Promise<Server | undefined> {
  if (id === undefined) return undefined;
  const { items } = await client.call("servers.list", { id, limit: 1 }, signal ? { signal } : {});
  return items.find((server) => server.id === id);
}
