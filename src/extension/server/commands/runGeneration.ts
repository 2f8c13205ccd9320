import { setTimeout as pause } from "node:timers/promises";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server, ServerSource } from "../../../contract/servers.ts";
import type { Polling } from "../../base/polling.ts";
import { waitForGeneration } from "../model/waitForGeneration.ts";

interface GenerationContext {
  readonly client: ServiceClient;
  readonly polling: Polling;
  readonly signal: AbortSignal;
}

/** Starts a generation and waits for it; then the server is `ready` or `failed`. */
export async function runGeneration(
  { client, polling, signal }: GenerationContext,
  server: Server,
  source: ServerSource,
): Promise<Server> {
  const ordered = await client.call("server.generate", { id: server.id, source }, { signal, deadlineMs });
  return ordered.status === "generating" ? waitForGeneration(client, ordered, signal, countRequests(polling)) : ordered;
}

/** The user waits for the end, so the requests count in the budget, and do not wait there behind what the views read again. */
function countRequests({ budget, restMs }: Polling): Pick<Polling, "wait"> {
  return {
    wait: async (ms, requests, signal) => {
      await pause(Math.min(ms, restMs()), undefined, { signal });
      budget.spend(requests);
    },
  };
}

/** A document of up to 30 MB has to be uploaded. */
const deadlineMs = 120_000;
