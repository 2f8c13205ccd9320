import type { Client } from "../../client/client.ts";
import type { Server, ServerSource } from "../../contract/servers.ts";
import { untilGenerated } from "../../core/server/waitForGeneration.ts";

/** Orders a version and waits for it; the server is `ready` or `failed` then. */
export async function runGeneration(
  client: Client,
  server: Server,
  source: ServerSource,
  signal: AbortSignal,
): Promise<Server> {
  const ordered = await client.call("server.generate", { id: server.id, source }, { signal, deadlineMs });
  return ordered.status === "generating" ? untilGenerated(client, ordered, signal) : ordered;
}

/** A document may have 30 MB to be sent. */
const deadlineMs = 120_000;
