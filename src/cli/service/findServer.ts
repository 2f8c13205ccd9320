import type { ServiceClient } from "../../client/client.ts";
import type { Server } from "../../contract/servers.ts";
import { UsageError } from "../command.ts";

/** The server with an id, a name or a slug. */
export async function findServer(client: ServiceClient, wanted: string, signal: AbortSignal): Promise<Server> {
  const servers: Server[] = [];
  for await (const server of client.list("servers.list", { limit: 200 }, { signal })) servers.push(server);
  const known = servers.find(({ id }) => id === wanted);
  if (known) return known;
  const [server, ...others] = servers.filter(({ name, slug }) => name === wanted || slug === wanted);
  if (server && others.length === 0) return server;
  if (!server) throw new UsageError(`The service has no server "${wanted}". See fairlead status.`);
  const ids = [server, ...others].map(({ id }) => id).join(", ");
  throw new UsageError(`Several servers are called "${wanted}". Name one by its id: ${ids}.`);
}
