import { availableParallelism } from "node:os";
import * as z from "zod";
import { type DeploymentResource, isDeploymentFinished } from "../../../contract/deployments.ts";
import { runnerKindSchema } from "../../../contract/runners.ts";
import { onFirstUse } from "../../../text/onFirstUse.ts";
import type { DeploymentCommands } from "../../context.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { readArtifactId } from "../../registry/versions.ts";
import { createSemaphore } from "../../semaphore.ts";
import { retryDatabaseWrite } from "../../storage/retryDatabaseWrite.ts";
import { runInSpan, type Span, type SpanStart } from "../../telemetry/telemetry.ts";
import { consumeQuota } from "../../usage/usageQuota.ts";
import { DeploymentFailure, toContractFailure } from "../deploymentFailure.ts";
import type { DeploymentChange } from "../deploymentStore.ts";
import { readDeploymentRunner } from "../runners/serverPlacement.ts";
import { createInstance } from "./createInstance.ts";
import { type DeploymentContext, type DeploymentSlot, trackBackgroundWork } from "./deploymentContext.ts";
import { type DeploymentFolder, removeDeploymentFolder, writeDeploymentFolder } from "./deploymentFolder.ts";
import type { DeploymentInstance } from "./deploymentInstance.ts";
import { promotePreview, showPreview, takeRequests } from "./previews.ts";

type DeployRequest = Parameters<DeploymentCommands["deploy"]>[0];

/** Builds and starts deployments in the background. Progress and result are saved as events. */
export interface DeploymentWork {
  /** Saves a new deployment, in place of one that still waits, and starts it after the commit. */
  readonly deploy: DeploymentCommands["deploy"];
  /** Builds and starts a saved deployment. It replaces the live one of its server when it is ready. */
  start(deployment: DeploymentResource): void;
  /** Starts a deployment that was live when the service stopped. */
  revive(deployment: DeploymentResource): void;
  /** Makes a deployment that was idle when the service stopped live again. Its next call starts it. */
  reviveIdle(deployment: DeploymentResource): void;
}

export function createDeploymentWork(parts: DeploymentContext): DeploymentWork {
  const { context, getSlot } = parts;
  const limitDeployments = createSemaphore(Math.max(4, availableParallelism() * 2));
  const revive = (deployment: DeploymentResource) => {
    const { serverId } = deployment;
    // A build is repeated only if it failed.
    const files = onFirstUse((signal: AbortSignal) => build(parts, deployment, signal));
    const instance = createInstance(parts, deployment, files, endFailed);
    getSlot(serverId).live = instance;
    return instance;
  };
  const start = (deployment: DeploymentResource) => {
    const slot = getSlot(deployment.serverId);
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, parts.closing]);
    const done = limitDeployments(async () => {
      if (signal.aborted) return;
      await runInSpan(context.telemetry, createDeploySpan(deployment), (span) =>
        buildAndStart(parts, deployment, { slot, signal, span }),
      );
    })
      .catch((error) => context.log("error", `Deployment ${deployment.id}: ${String(error)}`))
      .finally(() => {
        if (slot.pending?.abort === abort) slot.pending = undefined;
      });
    slot.pending = { deploymentId: deployment.id, abort, done };
  };
  return {
    deploy: (request) => saveDeployment(parts, request, start),
    start,
    revive: (deployment) => trackBackgroundWork(context, getSlot(deployment.serverId), revive(deployment).revive()),
    reviveIdle: (deployment) => revive(deployment).reviveIdle(),
  };
}

const targetRow = z.object({
  project_id: z.string(),
  organization_id: z.string(),
  digest: z.string(),
  runs_on: runnerKindSchema,
});

function saveDeployment(
  parts: DeploymentContext,
  request: DeployRequest,
  start: DeploymentWork["start"],
): DeploymentResource {
  const { context, store, closing } = parts;
  const { serverId, version } = request;
  const sql = `SELECT s.project_id, p.organization_id, v.digest, coalesce(s.runs_on, p.runs_on) AS runs_on
    FROM servers s JOIN projects p ON p.id = s.project_id JOIN versions v ON v.artifact_id = s.artifact_id
    WHERE s.id = ? AND v.version = ?`;
  return context.db.transaction(() => {
    const target = context.db.get(targetRow, sql, serverId, version);
    if (!target) throw new ServiceProblem("not_found", `The server has no version ${version}.`);
    const { project_id: projectId, organization_id: organizationId, digest, runs_on: runsOn } = target;
    const message = "A newer deployment was created before this one was live.";
    cancelPending(parts, serverId, { status: "superseded", message });
    if (!request.preview) store.saveDesiredState(serverId, "running");
    const promoted = request.preview ? undefined : promotePreview(parts, { serverId, version, runsOn });
    if (promoted) return promoted;
    consumeQuota(context, organizationId, "deployments");
    const deployment = store.insert({ ...request, id: context.newId("dep_"), projectId, digest, runsOn });
    // A deployment that is not saved is not started.
    context.db.afterCommit(() => !closing.aborted && start(deployment));
    return deployment;
  });
}

/** Ends the pending deployment of a server and saves its final state. Its process is stopped in the background. */
export function cancelPending(
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

async function buildAndStart(
  parts: DeploymentContext,
  deployment: DeploymentResource,
  {
    slot,
    signal,
    span,
  }: { readonly slot: DeploymentSlot; readonly signal: AbortSignal; readonly span?: Span | undefined },
): Promise<void> {
  const { context, store } = parts;
  let instance: DeploymentInstance | undefined;
  try {
    store.change(deployment.id, { status: "building", message: "Writing the files." });
    const files = await build(parts, deployment, signal);
    signal.throwIfAborted();
    store.change(deployment.id, { status: "starting", message: "Starting the server." });
    instance = createInstance(parts, deployment, async () => files, endFailed);
    await instance.start(signal);
    signal.throwIfAborted();
    showInstance(parts, deployment, instance, slot);
  } catch (error) {
    await instance?.stop(0);
    await removeDeploymentFolder(context, deployment.id);
    // The caller that aborts a deployment saves its status. A deployment aborted by the end of the service continues at the next start.
    if (signal.aborted) return;
    span?.fail(error instanceof DeploymentFailure ? error.step : "unknown");
    await saveFailure(parts, deployment.id, error);
  }
}

function createDeploySpan({ id, serverId, version }: DeploymentResource): SpanStart {
  const attributes = { "fairlead.server.id": serverId, "fairlead.deployment.id": id, "fairlead.version": version };
  return { name: "deploy", attributes };
}

async function build(
  parts: DeploymentContext,
  deployment: DeploymentResource,
  signal: AbortSignal,
): Promise<DeploymentFolder> {
  const { context, events } = parts;
  const startedAt = performance.now();
  const artifactId = readArtifactId(context.db, deployment.serverId);
  if (artifactId === undefined) throw new DeploymentFailure("build", "The server has no generated version.");
  const recordStep = (phase: "start" | "end", message: string, data: object = {}) =>
    events.enqueue(deployment.id, { kind: "step", level: "info", message, data: { step: "build", phase, ...data } });
  recordStep("start", `Writing version ${deployment.version}`);
  const { version } = deployment;
  const target = { deploymentId: deployment.id, artifactId, version, runsOn: readDeploymentRunner(deployment) };
  const written = await runInSpan(context.telemetry, { name: "build", attributes: {} }, () =>
    writeDeploymentFolder(context, target, signal),
  );
  const durationMs = Math.round(performance.now() - startedAt);
  const verb = target.runsOn === "kubernetes" ? "to install" : "installed";
  const installed = written.packages > 0 ? `, ${written.packages} packages ${verb}` : "";
  recordStep("end", `${written.files.length} files, ${written.bytes} bytes, digests verified${installed}`, {
    durationMs,
  });
  return written;
}

/** Makes the new deployment live, or a preview. */
function showInstance(
  parts: DeploymentContext,
  deployment: DeploymentResource,
  instance: DeploymentInstance,
  slot: DeploymentSlot,
): void {
  const { sandbox, process } = instance.ready ?? {};
  const change = { status: "running", message: "The server is running.", sandbox, image: process?.image } as const;
  if (deployment.preview) showPreview(parts, deployment, instance, change);
  else {
    parts.store.makeLive(deployment.id, deployment.serverId, change);
    takeRequests(parts, slot, instance);
  }
  if (slot.pending?.deploymentId === deployment.id) slot.pending = undefined;
  instance.watch();
}

/** Ends a live deployment whose process is not started again. */
function endFailed(parts: DeploymentContext, deployment: DeploymentResource, failure: DeploymentFailure): void {
  const { context, getSlot } = parts;
  const slot = getSlot(deployment.serverId);
  if (slot.live?.deploymentId === deployment.id) slot.live = undefined;
  if (slot.preview?.instance.deploymentId === deployment.id) slot.preview = undefined;
  trackBackgroundWork(context, slot, removeDeploymentFolder(context, deployment.id));
  trackBackgroundWork(context, slot, saveFailure(parts, deployment.id, failure));
}

function saveFailure(parts: DeploymentContext, deploymentId: string, error: unknown): Promise<void> {
  const { store, context, closing } = parts;
  if (!(error instanceof DeploymentFailure)) context.log("error", `Deployment ${deploymentId}: ${String(error)}`);
  const save = () => {
    const row = store.row(deploymentId);
    if (!row || isDeploymentFinished(row.status)) return;
    const failure = toContractFailure(error, row.status === "starting" ? "start" : "build");
    store.change(deploymentId, { status: "failed", message: failure.message, failure, data: { step: failure.step } });
  };
  return retryDatabaseWrite(context, `The failure of ${deploymentId}`, save, closing);
}
