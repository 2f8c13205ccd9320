import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import * as z from "zod";
import { startedAgainMessage } from "../../../contract/deployments.ts";
import type { DeploymentCommands, ServiceContext } from "../../context.ts";
import type { ConnectedAccounts } from "../../oauth/connectedAccounts.ts";
import { createStartLimiter } from "../../semaphore.ts";
import { retryDatabaseWrite } from "../../storage/retryDatabaseWrite.ts";
import { DeploymentEventLog } from "../deploymentEventLog.ts";
import { toContractFailure } from "../deploymentFailure.ts";
import { createDeploymentStore, type DeploymentRow, type DeploymentStore } from "../deploymentStore.ts";
import { type DeploymentTimes, defaultDeploymentTimes } from "../deploymentTimes.ts";
import { createHealthHistory, type HealthHistory } from "../health/healthHistory.ts";
import { Recordings, reportRecordingEnd } from "../recording/recordings.ts";
import { readServerPlacement } from "../runners/serverPlacement.ts";
import {
  type DeploymentContext,
  type DeploymentSlot,
  findOrCreateSlot,
  trackBackgroundWork,
  waitForBackgroundWork,
} from "./deploymentContext.ts";
import { removeDeploymentFolder } from "./deploymentFolder.ts";
import type { DeploymentInstance } from "./deploymentInstance.ts";
import { createDeploymentPruning, type DeploymentPruning } from "./deploymentPruning.ts";
import { cancelPending, createDeploymentWork, type DeploymentWork } from "./deploymentWork.ts";
import { endPreview, stopInstance } from "./previews.ts";

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
  /** The same, or with a version the instance of its preview. */
  find(serverId: string, preview: string | undefined): DeploymentInstance | undefined;
  discardPreview(row: DeploymentRow): void;
  /** The number of servers with a process that takes requests. */
  countRunning(): number;
}

/** A process that takes longer to start does not hold up those of other servers. */
const startSlotMs = 2000;

export function createDeploymentSupervisor(
  context: ServiceContext,
  accounts: ConnectedAccounts,
  timeOverrides: Partial<DeploymentTimes> = {},
): DeploymentSupervisor {
  const closing = new AbortController();
  const slots = new Map<string, DeploymentSlot>();
  const getSlot = (serverId: string) => findOrCreateSlot(slots, serverId);
  const events = new DeploymentEventLog(context);
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
  return {
    events,
    store,
    health,
    pruning,
    accounts,
    recordings,
    deploy: work.deploy,
    live: (serverId) => slots.get(serverId)?.live,
    find: (serverId, preview) => findInstance(slots.get(serverId), preview),
    discardPreview: (row) => {
      const message = "The preview was discarded.";
      const { pending } = getSlot(row.server_id);
      if (pending?.deploymentId === row.id)
        cancelPending(deploymentContext, row.server_id, { status: "stopped", message });
      else endPreview(deploymentContext, row, message);
    },
    countRunning: () => [...slots.values()].filter(({ live }) => live?.endpoint() !== undefined).length,
    readLiveEnvironment: (serverId) => slots.get(serverId)?.live?.environment,
    setDesiredState: (serverId, state, reason) => {
      store.saveDesiredState(serverId, state);
      if (state === "stopped") stopServer(deploymentContext, serverId, reason);
      else deployAgain(deploymentContext, work.deploy, serverId);
    },
    resume: async () => {
      resumeDeployments(deploymentContext, work);
      pruning.all();
    },
    close: async () => {
      closing.abort();
      await Promise.all(Array.from(slots.values(), (slot) => closeSlot(deploymentContext, slot)));
      await pruning.close();
      events.close();
    },
  };
}

function findInstance(slot: DeploymentSlot | undefined, preview: string | undefined): DeploymentInstance | undefined {
  if (preview === undefined) return slot?.live;
  return slot?.preview?.version === preview ? slot.preview.instance : undefined;
}

/** Deploys the version that ran last. A stopped deployment has finished, so this is a new one. */
function deployAgain({ getSlot, store }: DeploymentContext, deploy: DeploymentWork["deploy"], serverId: string): void {
  const { live, pending } = getSlot(serverId);
  // A preview that does not run yet gives way, as it does to every deployment.
  if (live || (pending && !store.row(pending.deploymentId)?.preview)) return;
  const [last] = store.rows("JOIN servers s ON s.live_deployment_id = d.id WHERE s.id = ?", serverId);
  if (!last) return;
  const { version, triggered_by: triggeredBy } = last;
  deploy({ serverId, version, message: startedAgainMessage, triggeredBy });
}

function stopServer(parts: DeploymentContext, serverId: string, reason = "The server was stopped"): void {
  const { context, getSlot } = parts;
  const message = `${reason} before this deployment was live.`;
  cancelPending(parts, serverId, { status: "stopped", message });
  context.db.afterCommit(() => {
    const slot = getSlot(serverId);
    const running = [slot.live, slot.preview?.instance].filter((one) => one !== undefined);
    slot.live = undefined;
    slot.preview = undefined;
    const end = { status: "stopped", message: `${reason}.` } as const;
    for (const instance of running) trackBackgroundWork(context, slot, stopInstance(parts, instance, end));
  });
}

/** Stops the deployments of a server. A pending deployment is queued again, because it did not fail. */
async function closeSlot({ context, store, closing }: DeploymentContext, slot: DeploymentSlot): Promise<void> {
  const { live, preview, pending } = slot;
  slot.live = undefined;
  slot.preview = undefined;
  const running = [live, preview?.instance].filter((one) => one !== undefined);
  const stopped = running.map((one) => one.stop(0).then(() => removeDeploymentFolder(context, one.deploymentId)));
  await Promise.all([pending?.done, ...stopped, ...slot.background]);
  const row = pending && store.row(pending.deploymentId);
  if (row?.status !== "building" && row?.status !== "starting") return;
  const message = "The service is stopping. The deployment continues at its next start.";
  const save = () => store.change(row.id, { status: "queued", message });
  await retryDatabaseWrite(context, `The end of ${row.id}`, save, closing);
}

/**
 * Continues the deployments of the previous run of the service. A live deployment starts again under its id. A pending one starts
 * from the beginning, but only once: a deployment during which the service stopped twice may be the cause.
 */
function resumeDeployments(parts: DeploymentContext, work: DeploymentWork): void {
  const { context, store, health } = parts;
  // The folders belong to processes that have exited. Each deployment is written again.
  rmSync(context.workDir, { recursive: true, force: true, maxRetries: 3 });
  health.prune();
  const unfinished = store.rows(
    "WHERE d.status IN ('queued','building','starting','running','degraded') ORDER BY d.sequence DESC",
  );
  const resumedServers = new Set<string>();
  for (const row of unfinished) {
    const [server] = store.servers("WHERE s.id = ?", row.server_id);
    const wasLive = server?.live_deployment_id === row.id;
    if (row.preview) {
      store.change(row.id, { status: "stopped", message: "The service was restarted, which ends previews." });
    } else if (server?.desired_state !== "running") {
      store.change(row.id, { status: "stopped", message: "The server was stopped." });
    } else if (wasLive) {
      resumeOrFail(parts, work, row);
    } else if (resumedServers.has(row.server_id)) {
      store.change(row.id, { status: "superseded", message: "A newer deployment was created." });
    } else {
      resumedServers.add(row.server_id);
      resumePending(parts, work, row);
    }
  }
}

/** One whose variables cannot be decrypted fails, so that the service starts and they can be set again. */
function resumeOrFail(parts: DeploymentContext, work: DeploymentWork, row: DeploymentRow): void {
  try {
    resumeLive(parts, work, row);
  } catch (error) {
    const failure = toContractFailure(error, "start");
    parts.store.change(row.id, { status: "failed", message: failure.message, failure, data: { step: failure.step } });
  }
}

/** An idle deployment stays idle, unless its server is always on since. */
function resumeLive({ context, store }: DeploymentContext, work: DeploymentWork, row: DeploymentRow): void {
  const staysIdle = row.idle_since !== null && readServerPlacement(context, row.server_id).stopWhenIdleMinutes !== null;
  if (staysIdle) {
    work.reviveIdle(store.present(row));
    return;
  }
  const message = "The service was restarted and starts the server again.";
  store.change(row.id, { status: "starting", level: "warning", message, data: { resumed: true } });
  work.revive(store.present(row));
}

function resumePending(parts: DeploymentContext, work: DeploymentWork, row: DeploymentRow): void {
  const { store } = parts;
  // A queued deployment had not started, so it cannot be the cause of the stop.
  if (row.status === "queued") {
    work.start(store.present(row));
    return;
  }
  const activity = `this deployment was ${row.status}`;
  if (wasResumedBefore(parts, row.id)) {
    const message = `The service stopped twice while ${activity}. Deploy again if the deployment was not the cause.`;
    const step = row.status === "building" ? "build" : "start";
    store.change(row.id, { status: "failed", message, failure: { step, message, log: [] } });
    return;
  }
  const message = `The service stopped while ${activity}. It starts again.`;
  store.change(row.id, { status: "queued", level: "warning", message, data: { resumed: true } });
  work.start(store.present(row));
}

function wasResumedBefore(parts: DeploymentContext, deploymentId: string): boolean {
  const found = parts.context.db.get(
    z.object({ count: z.number() }),
    `SELECT count(*) AS count FROM events
     WHERE deployment_id = ? AND kind = 'state' AND json_extract(data_json, '$.resumed') IS NOT NULL`,
    deploymentId,
  );
  return (found?.count ?? 0) > 0;
}
