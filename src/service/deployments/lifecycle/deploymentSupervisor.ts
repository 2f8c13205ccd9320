import { type Deployment, isFinished } from "../../../contract/deployments.ts";
import type { ServiceContext, Supervisor } from "../../context.ts";
import type { Accounts } from "../../oauth/connectedAccounts.ts";
import { keepTrying } from "../../storage/retryDatabaseWrite.ts";
import { spend } from "../../usage/usageQuota.ts";
import { createEventLog, type EventLog } from "../deploymentEventLog.ts";
import { type Change, createStore, type DeploymentStore } from "../deploymentStore.ts";
import { defaultTimes, type Times } from "../deploymentTimes.ts";
import { createHealthBook, type HealthBook } from "../health/healthHistory.ts";
import { removeFolder } from "./deploymentFolder.ts";
import type { Instance } from "./deploymentInstance.ts";
import { createPruning, type Pruning } from "./deploymentPruning.ts";
import { findOrCreateSlot, type Slot, trackBackgroundWork, waitForBackgroundWork } from "./deploymentSlot.ts";
import { createWork, type Deploying, type Work } from "./deploymentWork.ts";
import { orderOf, resumeAll } from "./resumeDeployments.ts";

/** Starts, replaces and stops the deployments of all servers. */
export interface DeploymentSupervisor extends Supervisor {
  readonly events: EventLog;
  readonly store: DeploymentStore;
  readonly health: HealthBook;
  readonly pruning: Pruning;
  readonly accounts: Accounts;
  /** The instance that takes a server's requests, if there is one. */
  live(serverId: string): Instance | undefined;
}

type Deploy = Supervisor["deploy"];

export function createSupervisor(
  context: ServiceContext,
  accounts: Accounts,
  given: Partial<Times> = {},
): DeploymentSupervisor {
  const closing = new AbortController();
  const slots = new Map<string, Slot>();
  const slotOf = (serverId: string) => findOrCreateSlot(slots, serverId);
  const events = createEventLog(context);
  const pruning = createPruning(context, (serverId) => waitForBackgroundWork(slotOf(serverId)));
  const store = createStore(context, events, pruning.after);
  const health = createHealthBook(context, events);
  const times: Times = { ...defaultTimes, probeIntervalMs: context.healthIntervalMs, ...given };
  const parts: Deploying = { context, times, events, store, health, accounts, slotOf, closing: closing.signal };
  const work = createWork(parts);
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
      resumeAll(parts, work);
      pruning.all();
    },
    close: async () => {
      closing.abort();
      await closeAll(parts, pruning, slots.values());
    },
  };
}

function deployVersion(parts: Deploying, work: Work, order: Parameters<Deploy>[0]): Deployment {
  const { context, store, closing } = parts;
  return context.db.transaction(() => {
    const { organizationId, ...newDeployment } = orderOf(context, order);
    spend(context, organizationId, "deployments");
    const message = "A newer deployment was ordered before this one was live.";
    cancelPending(parts, order.serverId, { status: "superseded", message });
    const deployment = store.insert(newDeployment);
    store.wish(order.serverId, "running");
    context.db.afterCommit(() => !closing.aborted && work.deploy(deployment));
    return deployment;
  });
}

/** Deploys the version that ran last. A stopped deployment has finished, so this is a new one. */
function deployAgain({ slotOf, store }: Deploying, deploy: Deploy, serverId: string): void {
  const slot = slotOf(serverId);
  if (slot.live || slot.pending) return;
  const [last] = store.rows("JOIN servers s ON s.live_deployment_id = d.id WHERE s.id = ?", serverId);
  if (!last) return;
  const { version, triggered_by: triggeredBy } = last;
  deploy({ serverId, version, message: "Started again", triggeredBy });
}

function stopServer(parts: Deploying, serverId: string): void {
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
function cancelPending({ context, store, slotOf }: Deploying, serverId: string, end: Change): void {
  const slot = slotOf(serverId);
  const { pending } = slot;
  const row = pending && store.row(pending.deploymentId);
  if (!pending || !row || isFinished(row.status)) return;
  store.change(row.id, end);
  context.db.afterCommit(() => {
    pending.abort.abort();
    if (slot.pending === pending) slot.pending = undefined;
    trackBackgroundWork(context, slot, pending.done);
  });
}

async function stopLive({ context, events, store, times, closing }: Deploying, instance: Instance): Promise<void> {
  const { deploymentId } = instance;
  events.enqueue(deploymentId, { kind: "step", level: "info", message: "Stopping", data: { step: "stop" } });
  await instance.stop(times.drainMs);
  await removeFolder(context, deploymentId);
  const save = () => {
    // A newer deployment may have replaced this one meanwhile, and have saved its end.
    const row = store.row(deploymentId);
    if (row && !isFinished(row.status)) store.change(row.id, { status: "stopped", message: "The server was stopped." });
  };
  await keepTrying(context, `The end of ${deploymentId}`, save, closing);
}

async function closeAll(parts: Deploying, pruning: Pruning, slots: Iterable<Slot>): Promise<void> {
  await Promise.all(Array.from(slots, (slot) => closeSlot(parts, slot)));
  await pruning.close();
  parts.events.close();
}

/** Stops the deployments of a server. One that is not live yet is queued again, as it did not fail. */
async function closeSlot({ context, store, closing }: Deploying, slot: Slot): Promise<void> {
  const { live, pending } = slot;
  slot.live = undefined;
  const stopped = live?.stop(0).then(() => removeFolder(context, live.deploymentId));
  await Promise.all([pending?.done, stopped, ...slot.background]);
  const row = pending && store.row(pending.deploymentId);
  if (row?.status !== "building" && row?.status !== "starting") return;
  const message = "The service ends; this goes on when it is started again.";
  const save = () => store.change(row.id, { status: "queued", message });
  await keepTrying(context, `The end of ${row.id}`, save, closing);
}
