import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { createPolling, type Polling } from "../../base/polling.ts";
import { readServer } from "./readServer.ts";

/** The generation did not end in time, or the service does not say how. */
export class GenerationLostError extends Error {
  override readonly name = "GenerationLostError";
}

const longestMs = 30 * 60_000;
/** So long a state whose meaning is not known is watched for another one. */
const longestUnknownMs = 60_000;

/** Whether a generation may go on. What an unknown state means is not known. */
export const mayGenerate = ({ status }: Pick<Server, "status">) =>
  status === "generating" || typeof status === "object";

/** Whether the state says how a generation ended, or another latest version than before says that it succeeded. */
export const hasEnded = ({ status, latestVersion }: Server, before: Server["latestVersion"]) =>
  status === "ready" || status === "failed" || (Boolean(latestVersion) && latestVersion !== before);

/** Polls until the generation of a server, as it was before, succeeds or fails, or its state stays unknown. */
export async function waitForGeneration(
  client: ServiceClient,
  { id, name, latestVersion }: Server,
  signal: AbortSignal,
  polling: Pick<Polling, "wait"> = createPolling({ refreshMs: () => 3000 }),
  now = () => performance.now(),
): Promise<Server> {
  const startedAt = now();
  for (let waitMs = 150; ; waitMs *= 2) {
    const server = await readServer(client, id, signal);
    if (!server) throw new GenerationLostError(l10n.t`${name} was deleted while it was generated.`);
    const waitedMs = now() - startedAt;
    const isUnknown = mayGenerate(server) && !hasEnded(server, latestVersion) && waitedMs <= longestUnknownMs;
    if (server.status !== "generating" && !isUnknown) return server;
    if (waitedMs > longestMs)
      throw new GenerationLostError(
        l10n.t`${name} is still being generated after half an hour. The Servers view shows how it ends.`,
      );
    await polling.wait(waitMs, 1, signal);
  }
}
