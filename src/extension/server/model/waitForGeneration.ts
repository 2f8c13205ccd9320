import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { createPolling, type Polling } from "../../base/polling.ts";
import { readServer } from "./readServer.ts";

/** The generation did not end in time, or the service lost it. */
export class GenerationLostError extends Error {
  override readonly name = "GenerationLostError";
}

const firstMs = 150;
const longestMs = 30 * 60_000;

/** Polls until a server's generation succeeds or fails. */
export async function waitForGeneration(
  client: ServiceClient,
  { id, name }: Server,
  signal: AbortSignal,
  polling: Pick<Polling, "wait"> = createPolling({ refreshMs: () => 3000 }),
): Promise<Server> {
  const endsAt = performance.now() + longestMs;
  for (let waitMs = firstMs; ; waitMs *= 2) {
    const server = await readServer(client, id, signal);
    if (!server) throw new GenerationLostError(l10n.t`${name} was deleted while it was generated.`);
    if (server.status !== "generating") return server;
    if (performance.now() > endsAt)
      throw new GenerationLostError(
        l10n.t`${name} is still being generated after half an hour. The Servers view shows how it ends.`,
      );
    await polling.wait(waitMs, 1, signal);
  }
}
