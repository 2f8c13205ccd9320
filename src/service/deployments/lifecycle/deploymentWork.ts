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
import { createInstance, type Instance } from "./deploymentInstance.ts";
import { leave, type Slot } from "./deploymentSlot.ts";
import type { LaunchParts } from "./launchServer.ts";

/** What a deployment is worked on with. */
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

/** Works in the background; what comes of it is told as events. */
export interface Work {
  deploy(deployment: Deployment): void;
  /** Brings back a deployment that was live when the service ended. */
  revive(deployment: Deployment): void;
}

export function createWork(parts: Deploying): Work {
  const { context, slotOf } = parts;
  // Many servers starting at once would all be too slow to be healthy in time.
  const turn = createTurns(Math.max(4, availableParallelism() * 2));
  return {
    deploy: (deployment) => {
      const slot = slotOf(deployment.serverId);
      const abort = new AbortController();
      const signal = AbortSignal.any([abort.signal, parts.closing]);
      const done = turn(async () => {
        if (!signal.aborted) await bringUp(parts, deployment, slot, signal);
      })
        .catch((error) => context.log("error", `Deployment ${deployment.id}: ${String(error)}`))
        .finally(() => {
          if (slot.working?.abort === abort) slot.working = undefined;
        });
      slot.working = { deploymentId: deployment.id, abort, done };
    },
    revive: (deployment) => {
      const slot = slotOf(deployment.serverId);
      const instance = assemble(parts, deployment, (signal) => build(parts, deployment, signal));
      slot.live = instance;
      leave(
        context,
        slot,
        turn(() => instance.revive()),
      );
    },
  };
}

async function bringUp(parts: Deploying, deployment: Deployment, slot: Slot, signal: AbortSignal): Promise<void> {
  const { context, store } = parts;
  let instance: Instance | undefined;
  try {
    store.change(deployment.id, { status: "building", message: "Laying out the files." });
    const files = await build(parts, deployment, signal);
    signal.throwIfAborted();
    store.change(deployment.id, { status: "starting", message: "Starting the server." });
    instance = assemble(parts, deployment, async () => files);
    await instance.start(signal);
    signal.throwIfAborted();
    takeOver(parts, deployment, instance, slot);
  } catch (error) {
    await instance?.stop(0);
    await removeFolder(context, deployment.id);
    // Whoever called it off has said so already; and when the service ends, the next one takes it up.
    if (!signal.aborted) await fail(parts, deployment.id, error);
  }
}

const artifactRow = z.object({ artifact_id: z.string().nullable() });

async function build(parts: Deploying, deployment: Deployment, signal: AbortSignal): Promise<LaidOut> {
  const { context, events } = parts;
  const startedAt = performance.now();
  const server = context.db.get(artifactRow, "SELECT artifact_id FROM servers WHERE id = ?", deployment.serverId);
  const artifactId = server?.artifact_id;
  if (!artifactId) throw new DeploymentFailure("build", "The server has no generated version.");
  const step = (phase: "start" | "end", message: string, data: object = {}) =>
    events.enqueue(deployment.id, { kind: "step", level: "info", message, data: { step: "build", phase, ...data } });
  step("start", `Laying out version ${deployment.version}`);
  const order = { deploymentId: deployment.id, artifactId, version: deployment.version };
  const laidOut = await layOut(context, order, signal);
  const durationMs = Math.round(performance.now() - startedAt);
  step("end", `${laidOut.files} files, ${laidOut.bytes} bytes, digests verified`, { durationMs });
  return laidOut;
}

function assemble(parts: Deploying, deployment: Deployment, files: LaunchParts["files"]): Instance {
  const { context, events, store, health, accounts } = parts;
  const environment = processEnvironment(context, deployment.serverId);
  const unheeded = refusedNames(environment);
  if (unheeded.length > 0) {
    const message = `Not given to the server, as they would change how Node itself runs: ${unheeded.join(", ")}`;
    events.enqueue(deployment.id, { kind: "log", level: "warning", message });
  }
  const mask = growingMask(Object.values(environment), () => accounts.given(deployment.serverId));
  const log = createServerLog(context, events, deployment.id, mask);
  const attend = attendAccounts(accounts, deployment.serverId);
  const launchParts = { ...parts, log, deploymentId: deployment.id, files, environment, attend };
  const instance = createInstance(launchParts, {
    probed: (result) => {
      health.record(deployment.id, result);
      if (result.tools) pinTools(context, events, deployment, result.tools);
    },
    crashed: (message) =>
      context.db.transaction(() => {
        store.change(deployment.id, { status: "degraded", message, restarted: true });
        health.recordGone(deployment.id, message);
      }),
    recovered: () => store.change(deployment.id, { status: "running", message: "The server is running again." }),
    gaveUp: (failure) => {
      const slot = parts.slotOf(deployment.serverId);
      if (slot.live === instance) slot.live = undefined;
      leave(context, slot, removeFolder(context, deployment.id));
      leave(context, slot, fail(parts, deployment.id, failure));
    },
  });
  return instance;
}

/** From here on requests go to the new one; the one before finishes what it has begun. */
function takeOver(parts: Deploying, deployment: Deployment, instance: Instance, slot: Slot): void {
  const { store, context, times } = parts;
  store.takeOver(deployment.id, deployment.serverId, { status: "running", message: "The server is running." });
  const before = slot.live;
  slot.live = instance;
  if (slot.working?.deploymentId === deployment.id) slot.working = undefined;
  instance.watch();
  if (!before) return;
  const goodbye = before.stop(times.drainMs).then(() => removeFolder(context, before.deploymentId));
  leave(context, slot, goodbye);
}

function fail(parts: Deploying, deploymentId: string, error: unknown): Promise<void> {
  const { store, context, closing } = parts;
  if (!(error instanceof DeploymentFailure)) context.log("error", `Deployment ${deploymentId}: ${String(error)}`);
  const keep = () => {
    const row = store.row(deploymentId);
    if (!row || isFinished(row.status)) return;
    const failure = failureOf(error, row.status === "starting" ? "start" : "build");
    store.change(deploymentId, { status: "failed", message: failure.message, failure, data: { step: failure.step } });
  };
  return keepTrying(context, `The failure of ${deploymentId}`, keep, closing);
}
