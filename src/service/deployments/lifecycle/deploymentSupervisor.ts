import { type DeploymentResource, isDeploymentFinished } from "../../../contract/deployments.ts";
import type { DeploymentCommands, ServiceContext } from "../../context.ts";
import type { ConnectedAccounts } from "../../oauth/connectedAccounts.ts";
import { retryDatabaseWrite } from "../../storage/retryDatabaseWrite.ts";
import { consumeQuota } from "../../usage/usageQuota.ts";
import { createDeploymentEventLog, type DeploymentEventLog } from "../deploymentEventLog.ts";
import { createDeploymentStore, type DeploymentChange, type DeploymentStore } from "../deploymentStore.ts";
import { type DeploymentTimes, defaultDeploymentTimes } from "../deploymentTimes.ts";
import { createHealthHistory, type HealthHistory } from "../health/healthHistory.ts";
import { removeDeploymentFolder } from "./deploymentFolder.ts";
import type { DeploymentInstance } from "./deploymentInstance.ts";
import { createDeploymentPruning, type DeploymentPruning } from "./deploymentPruning.ts";
import { type DeploymentSlot, findOrCreateSlot, trackBackgroundWork, waitForBackgroundWork } from "./deploymentSlot.ts";
import { createDeploymentWork, type DeploymentContext, type DeploymentWork } from "./deploymentWork.ts";
import { resumeDeployments, toNewDeployment } from "./resumeDeployments.ts";

/** Starts, replaces and stops the deployments of all servers. */
export interface DeploymentSupervisor extends DeploymentCommands {
  readonly events: DeploymentEventLog;
  readonly store: DeploymentStore;
  readonly health: HealthHistory;
  readonly pruning: DeploymentPruning;
  readonly accounts: ConnectedAccounts;
  /** The instance that takes a server's requests, if there is one. */
  live(serverId: string): DeploymentInstance | undefined;
}

type Deploy = DeploymentCommands["deploy"];

export function createDeploymentSupervisor(
  context: ServiceContext,
  accounts: ConnectedAccounts,
  given: Partial<DeploymentTimes> = {},
): DeploymentSupervisor {
  const closing = new AbortController();
  const slots = new Map<string, DeploymentSlot>();
  const slotOf = (serverId: string) => findOrCreateSlot(slots, serverId);
  const events = createDeploymentEventLog(context);
  const pruning = createDeploymentPruning(context, (serverId) => waitForBackgroundWork(slotOf(serverId)));
  const store = createDeploymentStore(context, events, pruning.after);
  const health = createHealthHistory(context, events);
  const times: DeploymentTimes = { ...defaultDeploymentTimes, probeIntervalMs: context.healthIntervalMs, ...given };
  const parts: DeploymentContext = { context, times, events, store, health, accounts, slotOf, closing: closing.signal };
  const work = createDeploymentWork(parts);
  const deploy: Deploy = (order) => deployVersion(parts, work, order);
  return {
    events,
    store,
    health,
    pruning,
    accounts,
    deploy,
    live: (serverId) => slots.get(serverId)?.live,
    setDesiredState: (serverId, state) => {
      store.wish(serverId, state);
      if (state === "stopped") stopServer(parts, serverId);
      else deployAgain(parts, deploy, serverId);
    },
    resume: async () => {
      resumeDeployments(parts, work);
      pruning.all();
    },
    close: async () => {
      closing.abort();
      await closeAll(parts, pruning, slots.values());
    },
  };
}

function deployVersion(
  parts: DeploymentContext,
  work: DeploymentWork,
  order: Parameters<Deploy>[0],
): DeploymentResource {
  const { context, store, closing } = parts;
  return context.db.transaction(() => {
    const { organizationId, ...newDeployment } = toNewDeployment(context, order);
    consumeQuota(context, organizationId, "deployments");
    const message = "A newer deployment was ordered before this one was live.";
    cancelPending(parts, order.serverId, { status: "superseded", message });
    const deployment = store.insert(newDeployment);
    store.wish(order.serverId, "running");
    context.db.afterCommit(() => !closing.aborted && work.deploy(deployment));
    return deployment;
  });
}

/** Deploys the version that ran last. A stopped deployment has finished, so this is a new one. */
function deployAgain({ slotOf, store }: DeploymentContext, deploy: Deploy, serverId: string): void {
  const slot = slotOf(serverId);
  if (slot.live || slot.pending) return;
  const [last] = store.rows("JOIN servers s ON s.live_deployment_id = d.id WHERE s.id = ?", serverId);
  if (!last) return;
  const { version, triggered_by: triggeredBy } = last;
  deploy({ serverId, version, message: "Started again", triggeredBy });
}

function stopServer(parts: DeploymentContext, serverId: string): void {
  const { context, slotOf } = parts;
  const message = "The server was stopped before this deployment was live.";
  cancelPending(parts, serverId, { status: "stopped", message });
  context.db.afterCommit(() => {
    const slot = slotOf(serverId);
    const instance = slot.live;
    slot.live = undefined;
    if (instance) trackBackgroundWork(context, slot, stopLive(parts, instance));
  });
}

/** Ends the deployment of a server that is not live yet, and saves how it ended. Its process is stopped in the background. */
function cancelPending({ context, store, slotOf }: DeploymentContext, serverId: string, end: DeploymentChange): void {
  const slot = slotOf(serverId);
  const { pending } = slot;
  const row = pending && store.row(pending.deploymentId);
  if (!pending || !row || isDeploymentFinished(row.status)) return;
  store.change(row.id, end);
  context.db.afterCommit(() => {
    pending.abort.abort();
    if (slot.pending === pending) slot.pending = undefined;
    trackBackgroundWork(context, slot, pending.done);
  });
}

async function stopLive(
  { context, events, store, times, closing }: DeploymentContext,
  instance: DeploymentInstance,
): Promise<void> {
  const { deploymentId } = instance;
  events.enqueue(deploymentId, { kind: "step", level: "info", message: "Stopping", data: { step: "stop" } });
  await instance.stop(times.drainMs);
  await removeDeploymentFolder(context, deploymentId);
  const save = () => {
    // A newer deployment may have replaced this one meanwhile, and have saved its end.
    const row = store.row(deploymentId);
    if (row && !isDeploymentFinished(row.status))
      store.change(row.id, { status: "stopped", message: "The server was stopped." });
  };
  await retryDatabaseWrite(context, `The end of ${deploymentId}`, save, closing);
}

async function closeAll(
  parts: DeploymentContext,
  pruning: DeploymentPruning,
  slots: Iterable<DeploymentSlot>,
): Promise<void> {
  await Promise.all(Array.from(slots, (slot) => closeSlot(parts, slot)));
  await pruning.close();
  parts.events.close();
}

/** Stops the deployments of a server. One that is not live yet is queued again, as it did not fail. */
async function closeSlot({ context, store, closing }: DeploymentContext, slot: DeploymentSlot): Promise<void> {
  const { live, pending } = slot;
  slot.live = undefined;
  const stopped = live?.stop(0).then(() => removeDeploymentFolder(context, live.deploymentId));
  await Promise.all([pending?.done, stopped, ...slot.background]);
  const row = pending && store.row(pending.deploymentId);
  if (row?.status !== "building" && row?.status !== "starting") return;
  const message = "The service ends; this goes on when it is started again.";
  const save = () => store.change(row.id, { status: "queued", message });
  await retryDatabaseWrite(context, `The end of ${row.id}`, save, closing);
}
