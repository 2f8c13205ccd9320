import { availableParallelism } from "node:os";
import * as z from "zod";
import { type Deployment, isFinished } from "../../../contract/deployments.ts";
import type { ServiceContext } from "../../context.ts";
import type { Accounts } from "../../oauth/connectedAccounts.ts";
import { createTurns } from "../../semaphore.ts";
import { keepTrying } from "../../storage/retryDatabaseWrite.ts";
import { processEnvironment } from "../../storage/serverEnvironment.ts";
import type { EventLog } from "../deploymentEventLog.ts";
import { DeploymentFailure, failureOf } from "../deploymentFailure.ts";
import type { DeploymentStore } from "../deploymentStore.ts";
import type { Times } from "../deploymentTimes.ts";
import type { HealthBook } from "../health/healthHistory.ts";
import { pinTools } from "../health/toolPins.ts";
import { attendAccounts } from "../process/attachAccounts.ts";
import { growingMask, refusedNames } from "../process/processEnvironment.ts";
import { createServerLog } from "../process/serverLog.ts";
import { type LaidOut, layOut, removeFolder } from "./deploymentFolder.ts";
import { Instance } from "./deploymentInstance.ts";
import { type Slot, trackBackgroundWork } from "./deploymentSlot.ts";
import { type LaunchParts, launch } from "./launchServer.ts";

/** What it takes to build, start and stop deployments. */
export interface Deploying {
  readonly context: ServiceContext;
  readonly times: Times;
  readonly events: EventLog;
  readonly store: DeploymentStore;
  readonly health: HealthBook;
  readonly accounts: Accounts;
  readonly slotOf: (serverId: string) => Slot;
  /** Aborted when the service ends. */
  readonly closing: AbortSignal;
}

/** Brings deployments up in the background. Progress and result are saved as events. */
export interface Work {
  /** Builds and starts a new deployment. It replaces the live one of its server when it is ready. */
  deploy(deployment: Deployment): void;
  /** Starts a deployment that was live when the service ended. */
  revive(deployment: Deployment): void;
}

export function createWork(parts: Deploying): Work {
  const { context, slotOf } = parts;
  // Each of many servers that start at once would be too slow to be ready in time.
  const limitStarts = createTurns(Math.max(4, availableParallelism() * 2));
  return {
    deploy: (deployment) => {
      const slot = slotOf(deployment.serverId);
      const abort = new AbortController();
      const signal = AbortSignal.any([abort.signal, parts.closing]);
      const done = limitStarts(async () => {
        if (!signal.aborted) await buildAndStart(parts, deployment, slot, signal);
      })
        .catch((error) => context.log("error", `Deployment ${deployment.id}: ${String(error)}`))
        .finally(() => {
          if (slot.pending?.abort === abort) slot.pending = undefined;
        });
      slot.pending = { deploymentId: deployment.id, abort, done };
    },
    revive: (deployment) => {
      const slot = slotOf(deployment.serverId);
      const instance = createInstance(parts, deployment, (signal) => build(parts, deployment, signal));
      slot.live = instance;
      const firstAttempt = limitStarts(() => instance.revive());
      trackBackgroundWork(context, slot, firstAttempt);
    },
  };
}

async function buildAndStart(parts: Deploying, deployment: Deployment, slot: Slot, signal: AbortSignal): Promise<void> {
  const { context, store } = parts;
  let instance: Instance | undefined;
  try {
    store.change(deployment.id, { status: "building", message: "Laying out the files." });
    const files = await build(parts, deployment, signal);
    signal.throwIfAborted();
    store.change(deployment.id, { status: "starting", message: "Starting the server." });
    instance = createInstance(parts, deployment, async () => files);
    await instance.start(signal);
    signal.throwIfAborted();
    replaceLive(parts, deployment, instance, slot);
  } catch (error) {
    await instance?.stop(0);
    await removeFolder(context, deployment.id);
    // The caller that aborts a deployment saves its status. A deployment that the end of the service aborts goes on at the next start.
    if (!signal.aborted) await saveFailure(parts, deployment.id, error);
  }
}

const artifactRow = z.object({ artifact_id: z.string().nullable() });

async function build(parts: Deploying, deployment: Deployment, signal: AbortSignal): Promise<LaidOut> {
  const { context, events } = parts;
  const startedAt = performance.now();
  const server = context.db.get(artifactRow, "SELECT artifact_id FROM servers WHERE id = ?", deployment.serverId);
  const artifactId = server?.artifact_id;
  if (!artifactId) throw new DeploymentFailure("build", "The server has no generated version.");
  const recordStep = (phase: "start" | "end", message: string, data: object = {}) =>
    events.enqueue(deployment.id, { kind: "step", level: "info", message, data: { step: "build", phase, ...data } });
  recordStep("start", `Laying out version ${deployment.version}`);
  const order = { deploymentId: deployment.id, artifactId, version: deployment.version };
  const laidOut = await layOut(context, order, signal);
  const durationMs = Math.round(performance.now() - startedAt);
  recordStep("end", `${laidOut.files} files, ${laidOut.bytes} bytes, digests verified`, { durationMs });
  return laidOut;
}

/** Creates the instance of a deployment. What happens to its process becomes the status of the deployment here. */
function createInstance(parts: Deploying, deployment: Deployment, files: LaunchParts["files"]): Instance {
  const { context, times, store, health, events } = parts;
  const launchParts = createLaunchParts(parts, deployment, files);
  return new Instance(
    {
      deploymentId: deployment.id,
      times,
      context,
      serverLog: launchParts.log,
      launch: (signal) => launch(launchParts, signal),
    },
    {
      probed: (result) => {
        health.record(deployment.id, result);
        if (result.tools) pinTools(context, events, deployment, result.tools);
      },
      running: () => store.change(deployment.id, { status: "running", message: "The server is running again." }),
      degraded: (message) =>
        context.db.transaction(() => {
          store.change(deployment.id, { status: "degraded", message, restarted: true });
          health.recordGone(deployment.id, message);
        }),
      failed: (failure) => {
        const slot = parts.slotOf(deployment.serverId);
        if (slot.live?.deploymentId === deployment.id) slot.live = undefined;
        trackBackgroundWork(context, slot, removeFolder(context, deployment.id));
        trackBackgroundWork(context, slot, saveFailure(parts, deployment.id, failure));
      },
    },
  );
}

function createLaunchParts(parts: Deploying, deployment: Deployment, files: LaunchParts["files"]): LaunchParts {
  const { context, events, times, accounts } = parts;
  const { id, serverId } = deployment;
  const environment = processEnvironment(context, serverId);
  const refused = refusedNames(environment);
  if (refused.length > 0) {
    const message = `Not given to the server, as they would change how Node itself runs: ${refused.join(", ")}`;
    events.enqueue(id, { kind: "log", level: "warning", message });
  }
  const mask = growingMask(Object.values(environment), () => accounts.given(serverId));
  const log = createServerLog(context, events, id, mask);
  const attend = attendAccounts(accounts, serverId);
  return { context, events, times, log, deploymentId: id, files, environment, attend };
}

/** Sends requests to the new deployment from this moment. The one before ends its requests under way and is stopped. */
function replaceLive(parts: Deploying, deployment: Deployment, instance: Instance, slot: Slot): void {
  const { store, context, times } = parts;
  store.takeOver(deployment.id, deployment.serverId, { status: "running", message: "The server is running." });
  const before = slot.live;
  slot.live = instance;
  if (slot.pending?.deploymentId === deployment.id) slot.pending = undefined;
  instance.watch();
  if (!before) return;
  const stopped = before.stop(times.drainMs).then(() => removeFolder(context, before.deploymentId));
  trackBackgroundWork(context, slot, stopped);
}

function saveFailure(parts: Deploying, deploymentId: string, error: unknown): Promise<void> {
  const { store, context, closing } = parts;
  if (!(error instanceof DeploymentFailure)) context.log("error", `Deployment ${deploymentId}: ${String(error)}`);
  const save = () => {
    const row = store.row(deploymentId);
    if (!row || isFinished(row.status)) return;
    const failure = failureOf(error, row.status === "starting" ? "start" : "build");
    store.change(deploymentId, { status: "failed", message: failure.message, failure, data: { step: failure.step } });
  };
  return keepTrying(context, `The failure of ${deploymentId}`, save, closing);
}
