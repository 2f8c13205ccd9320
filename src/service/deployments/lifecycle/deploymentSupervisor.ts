import { availableParallelism } from "node:os";
import { type DeploymentResource, isDeploymentFinished } from "../../../contract/deployments.ts";
import type { DeploymentCommands, ServiceContext } from "../../context.ts";
import type { ConnectedAccounts } from "../../oauth/connectedAccounts.ts";
import { createStartLimiter } from "../../startLimiter.ts";
import { retryDatabaseWrite } from "../../storage/retryDatabaseWrite.ts";
import { consumeQuota } from "../../usage/usageQuota.ts";
import { createDeploymentEventLog, type DeploymentEventLog } from "../deploymentEventLog.ts";
import { createDeploymentStore, type DeploymentChange, type DeploymentStore } from "../deploymentStore.ts";
import { type DeploymentTimes, defaultDeploymentTimes } from "../deploymentTimes.ts";
import { createHealthHistory, type HealthHistory } from "../health/healthHistory.ts";
import { Recordings } from "../recording/recordings.ts";
import { reportRecordingEnd } from "../recording/reportRecordingEnd.ts";
import type { DeploymentContext } from "./deploymentContext.ts";
import { removeDeploymentFolder } from "./deploymentFolder.ts";
import type { DeploymentInstance } from "./deploymentInstance.ts";
import { createDeploymentPruning, type DeploymentPruning } from "./deploymentPruning.ts";
import { type DeploymentSlot, findOrCreateSlot, trackBackgroundWork, waitForBackgroundWork } from "./deploymentSlot.ts";
import { createDeploymentWork, type DeploymentWork } from "./deploymentWork.ts";
import { resumeDeployments, toNewDeployment } from "./resumeDeployments.ts";

/** Starts, replaces and stops the deployments of all servers. */
export interface DeploymentSupervisor extends DeploymentCommands {
  readonly events: DeploymentEventLog;
  readonly store: DeploymentStore;
  readonly health: HealthHistory;
  readonly pruning: DeploymentPruning;
  readonly accounts: ConnectedAccounts;
  readonly recordings: Recordings;
  /** The instance that takes a server's requests. */
  live(serverId: string): DeploymentInstance | undefined;
  /** The number of servers with a process that takes requests. */
  countRunning(): number;
}

/** A process that takes longer to start does not hold up those of other servers. */
const startSlotMs = 2000;

type DeployCommand = DeploymentCommands["deploy"];

export function createDeploymentSupervisor(
  context: ServiceContext,
  accounts: ConnectedAccounts,
  timeOverrides: Partial<DeploymentTimes> = {},
): DeploymentSupervisor {
  const closing = new AbortController();
  const slots = new Map<string, DeploymentSlot>();
  const getSlot = (serverId: string) => findOrCreateSlot(slots, serverId);
  const events = createDeploymentEventLog(context);
  const pruning = createDeploymentPruning(context, (serverId) => waitForBackgroundWork(getSlot(serverId)));
  const recordings = new Recordings({
    clock: context.clock,
    onEnd: (deploymentId, recording) => reportRecordingEnd(events, deploymentId, recording),
  });
  const store = createDeploymentStore(context, { events, recordings }, pruning.ofDeployment);
  const health = createHealthHistory(context, events);
  const times: DeploymentTimes = {
    ...defaultDeploymentTimes,
    probeIntervalMs: context.healthIntervalMs,
    ...timeOverrides,
  };
  const deploymentContext: DeploymentContext = {
    context,
    times,
    events,
    store,
    health,
    accounts,
    getSlot,
    limitStarts: createStartLimiter(Math.max(4, availableParallelism() * 2), startSlotMs),
    closing: closing.signal,
  };
  const work = createDeploymentWork(deploymentContext);
  const deploy: DeployCommand = (request) => deployVersion(deploymentContext, work, request);
  return {
    events,
    store,
    health,
    pruning,
    accounts,
    recordings,
    deploy,
    live: (serverId) => slots.get(serverId)?.live,
    countRunning: () => [...slots.values()].filter(({ live }) => live?.endpoint() !== undefined).length,
    readLiveEnvironment: (serverId) => slots.get(serverId)?.live?.environment,
    setDesiredState: (serverId, state, reason) => {
      store.saveDesiredState(serverId, state);
      if (state === "stopped") stopServer(deploymentContext, serverId, reason);
      else deployAgain(deploymentContext, deploy, serverId);
    },
    resume: async () => {
      resumeDeployments(deploymentContext, work);
      pruning.all();
    },
    close: async () => {
      closing.abort();
      await closeAll(deploymentContext, pruning, slots.values());
    },
  };
}

function deployVersion(
  parts: DeploymentContext,
  work: DeploymentWork,
  request: Parameters<DeployCommand>[0],
): DeploymentResource {
  const { context, store, closing } = parts;
  return context.db.transaction(() => {
    const { organizationId, ...newDeployment } = toNewDeployment(context, request);
    consumeQuota(context, organizationId, "deployments");
    const message = "A newer deployment was created before this one was live.";
    cancelPending(parts, request.serverId, { status: "superseded", message });
    const deployment = store.insert(newDeployment);
    store.saveDesiredState(request.serverId, "running");
    context.db.afterCommit(() => !closing.aborted && work.deploy(deployment));
    return deployment;
  });
}

/** Deploys the version that ran last. A stopped deployment has finished, so this is a new one. */
function deployAgain({ getSlot, store }: DeploymentContext, deploy: DeployCommand, serverId: string): void {
  const slot = getSlot(serverId);
  if (slot.live || slot.pending) return;
  const [last] = store.rows("JOIN servers s ON s.live_deployment_id = d.id WHERE s.id = ?", serverId);
  if (!last) return;
  const { version, triggered_by: triggeredBy } = last;
  deploy({ serverId, version, message: "Started again", triggeredBy });
}

function stopServer(parts: DeploymentContext, serverId: string, reason = "The server was stopped"): void {
  const { context, getSlot } = parts;
  const message = `${reason} before this deployment was live.`;
  cancelPending(parts, serverId, { status: "stopped", message });
  context.db.afterCommit(() => {
    const slot = getSlot(serverId);
    const instance = slot.live;
    slot.live = undefined;
    if (instance) trackBackgroundWork(context, slot, stopLive(parts, instance, `${reason}.`));
  });
}

/** Ends the pending deployment of a server and saves its final state. Its process is stopped in the background. */
function cancelPending(
  { context, store, getSlot }: DeploymentContext,
  serverId: string,
  finalState: DeploymentChange,
): void {
  const slot = getSlot(serverId);
  const { pending } = slot;
  const row = pending && store.row(pending.deploymentId);
  if (!pending || !row || isDeploymentFinished(row.status)) return;
  store.change(row.id, finalState);
  context.db.afterCommit(() => {
    pending.abort.abort();
    if (slot.pending === pending) slot.pending = undefined;
    trackBackgroundWork(context, slot, pending.done);
  });
}

async function stopLive(
  { context, events, store, times, closing }: DeploymentContext,
  instance: DeploymentInstance,
  message: string,
): Promise<void> {
  const { deploymentId } = instance;
  events.enqueue(deploymentId, { kind: "step", level: "info", message: "Stopping", data: { step: "stop" } });
  await instance.stop(times.drainMs);
  await removeDeploymentFolder(context, deploymentId);
  const save = () => {
    // A newer deployment may have replaced this one and saved its end.
    const row = store.row(deploymentId);
    if (row && !isDeploymentFinished(row.status)) store.change(row.id, { status: "stopped", message });
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

/** Stops the deployments of a server. A pending deployment is queued again, because it did not fail. */
async function closeSlot({ context, store, closing }: DeploymentContext, slot: DeploymentSlot): Promise<void> {
  const { live, pending } = slot;
  slot.live = undefined;
  const stopped = live?.stop(0).then(() => removeDeploymentFolder(context, live.deploymentId));
  await Promise.all([pending?.done, stopped, ...slot.background]);
  const row = pending && store.row(pending.deploymentId);
  if (row?.status !== "building" && row?.status !== "starting") return;
  const message = "The service is stopping. The deployment continues at its next start.";
  const save = () => store.change(row.id, { status: "queued", message });
  await retryDatabaseWrite(context, `The end of ${row.id}`, save, closing);
}
