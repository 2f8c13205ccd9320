import type { ServiceClient } from "../../client/client.ts";
import type { Server, ServerSource } from "../../contract/servers.ts";
import { waitForGeneration } from "../../core/server/waitForGeneration.ts";

/** Orders a version and waits for it; the server is `ready` or `failed` then. */
export async function runGeneration(
  client: ServiceClient,
  server: Server,
  source: ServerSource,
  signal: AbortSignal,
): Promise<Server> {
  const ordered = await client.call("server.generate", { id: server.id, source }, { signal, deadlineMs });
  return ordered.status === "generating" ? waitForGeneration(client, ordered, signal) : ordered;
}

/** A document may have 30 MB to be sent. */
const deadlineMs = 120_000;
