import type { ServiceContext } from "../../context.ts";
import type { ConnectedAccounts } from "../../oauth/connectedAccounts.ts";
import type { createStartLimiter } from "../../semaphore.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import type { DeploymentStore } from "../deploymentStore.ts";
import type { DeploymentTimes } from "../deploymentTimes.ts";
import type { HealthHistory } from "../health/healthHistory.ts";
import type { DeploymentInstance } from "./deploymentInstance.ts";

/** What building, starting and stopping deployments requires. */
export interface DeploymentContext {
  readonly context: ServiceContext;
  readonly times: DeploymentTimes;
  readonly events: DeploymentEventLog;
  readonly store: DeploymentStore;
  readonly health: HealthHistory;
  readonly accounts: ConnectedAccounts;
  readonly getSlot: (serverId: string) => DeploymentSlot;
  /** Limits the processes that start at once: too many would not be ready in time. */
  readonly limitStarts: ReturnType<typeof createStartLimiter>;
  /** Aborted when the service stops. */
  readonly closing: AbortSignal;
}

/** The deployments of one server that have work or a process: at most one is pending, one is live, and one is a preview. */
export interface DeploymentSlot {
  /** The deployment that is queued, built or started. */
  pending: { readonly deploymentId: string; readonly abort: AbortController; readonly done: Promise<void> } | undefined;
  /** The deployment that takes the server's requests. */
  live: DeploymentInstance | undefined;
  /** The deployment that takes the requests for its version. */
  preview: { readonly version: string; readonly instance: DeploymentInstance } | undefined;
  /** Work that no request waits for, mostly the stopping of processes. The service ends after it. */
  readonly background: Set<Promise<void>>;
}

export function findOrCreateSlot(slots: Map<string, DeploymentSlot>, serverId: string): DeploymentSlot {
  const existing = slots.get(serverId);
  if (existing) return existing;
  const slot: DeploymentSlot = { pending: undefined, live: undefined, preview: undefined, background: new Set() };
  slots.set(serverId, slot);
  return slot;
}

/** Adds work to `slot.background` until it has ended, and logs its failure. */
export function trackBackgroundWork(
  context: Pick<ServiceContext, "log">,
  slot: DeploymentSlot,
  work: Promise<void>,
): void {
  const tracked: Promise<void> = work
    .catch((error) => context.log("error", `Stopping or removing a deployment failed: ${String(error)}`))
    .finally(() => slot.background.delete(tracked));
  slot.background.add(tracked);
}

/** Waits for background work, including work that is added while waiting. */
export async function waitForBackgroundWork({ background }: DeploymentSlot): Promise<void> {
  while (background.size > 0) await Promise.all(background);
}
