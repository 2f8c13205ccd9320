import { setTimeout as delay } from "node:timers/promises";
import { type ServerTestTarget, type ServerTestTargetContext, ServerTestTargetGoneError } from "./serverTestTarget.ts";

/** A deployment that crashed is started again by those who watch it; so long it may take. */
const comesBackMs = 15_000;
const lookEveryMs = 50;
const newsMs = 250;

/** The server's live deployment, if it is this version. It counts as in use until the target is closed. */
export function openLiveTarget(
  { supervisor }: ServerTestTargetContext,
  serverId: string,
  version: { readonly version: string; readonly digest: string },
): { readonly target: ServerTestTarget; readonly deploymentId: string } | undefined {
  const instance = supervisor.live(serverId);
  if (!instance) return undefined;
  const row = supervisor.store.row(instance.deploymentId);
  const isMeant = row?.version === version.version && row.digest === version.digest;
  if (row?.status !== "running" || !isMeant) return undefined;
  const leave = instance.enter();
  const isLive = () => supervisor.live(serverId) === instance;
  const target: ServerTestTarget = {
    port: async (signal) => {
      for (let waited = 0; ; waited += lookEveryMs) {
        const port = instance.port();
        if (port !== undefined) return port;
        if (!isLive())
          throw new ServerTestTargetGoneError("The deployment was stopped or replaced during the run. Run it again.");
        if (waited >= comesBackMs)
          throw new ServerTestTargetGoneError("The deployment crashed and did not come back in time.");
        await delay(lookEveryMs, undefined, { signal });
      }
    },
    ended: async (port) => {
      await delay(newsMs);
      return instance.port() === port ? undefined : "ended; the events of its deployment say why";
    },
    lastLines: () => [],
    close: async () => leave(),
  };
  return { target, deploymentId: row.id };
}
