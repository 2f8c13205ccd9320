import { setTimeout as delay } from "node:timers/promises";
import type { ServiceClient } from "../../client/client.ts";
import type { Server } from "../../contract/servers.ts";
import { readServer } from "./readServer.ts";

/** The generation did not end in time, or the service lost it. */
export class GenerationLostError extends Error {
  override readonly name = "GenerationLostError";
}

const lookMs = { first: 150, longest: 3000, growth: 1.4 } as const;
const longestMs = 30 * 60_000;

/** Polls until a server's generation succeeds or fails. */
export async function waitForGeneration(
  client: ServiceClient,
  { id, name }: Server,
  signal: AbortSignal,
): Promise<Server> {
  const endsAt = performance.now() + longestMs;
  for (let waitMs: number = lookMs.first; ; waitMs = Math.min(lookMs.longest, waitMs * lookMs.growth)) {
    const server = await readServer(client, id, signal);
    if (!server) throw new GenerationLostError(`${name} was deleted while it was generated.`);
    if (server.status !== "generating") return server;
    if (performance.now() > endsAt)
      throw new GenerationLostError(
        `${name} is still being generated after half an hour. The Servers view shows how it ends.`,
      );
    await delay(waitMs, undefined, { signal });
  }
}
