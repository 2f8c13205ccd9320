import { availableParallelism } from "node:os";
import * as z from "zod";
import { type DeploymentResource, isDeploymentFinished } from "../../../contract/deployments.ts";
import { readApiCheckRequest } from "../../../contract/registry.ts";
import { readRunnerKind } from "../../../contract/runners.ts";
import type { ServiceContext } from "../../context.ts";
import type { ConnectedAccounts } from "../../oauth/connectedAccounts.ts";
import { findVersionRow } from "../../registry/versions.ts";
import { createSemaphore } from "../../semaphore.ts";
import { retryDatabaseWrite } from "../../storage/retryDatabaseWrite.ts";
import { readProcessEnvironment } from "../../storage/serverEnvironment.ts";
import { runInSpan, type Span, type SpanStart } from "../../telemetry/telemetry.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import { DeploymentFailure, toContractFailure } from "../deploymentFailure.ts";
import type { DeploymentStore } from "../deploymentStore.ts";
import type { DeploymentTimes } from "../deploymentTimes.ts";
import type { HealthHistory } from "../health/healthHistory.ts";
import { pinTools } from "../health/toolPins.ts";
import { attachAccounts } from "../process/attachAccounts.ts";
import { createGrowingSecretMask, listRefusedVariables } from "../process/processEnvironment.ts";
import { createServerLog } from "../process/serverLog.ts";
import { createRefusedHostReporter } from "../runners/reportRefusedHosts.ts";
import { createServerEgress } from "../runners/serverEgress.ts";
import { createHostReader } from "../runners/serverHosts.ts";
import { readServerPlacement } from "../runners/serverPlacement.ts";
import { type DeploymentFolder, removeDeploymentFolder, writeDeploymentFolder } from "./deploymentFolder.ts";
import { DeploymentInstance } from "./deploymentInstance.ts";
import { type DeploymentSlot, trackBackgroundWork } from "./deploymentSlot.ts";
import { type LaunchedServer, type LaunchOptions, launchServer } from "./launchServer.ts";

/** What building, starting and stopping deployments requires. */
export interface DeploymentContext {
  readonly context: ServiceContext;
  readonly times: DeploymentTimes;
  readonly events: DeploymentEventLog;
  readonly store: DeploymentStore;
  readonly health: HealthHistory;
  readonly accounts: ConnectedAccounts;
  readonly getSlot: (serverId: string) => DeploymentSlot;
  /** Aborted when the service stops. */
  readonly closing: AbortSignal;
}

/** Builds and starts deployments in the background. Progress and result are saved as events. */
export interface DeploymentWork {
  /** Builds and starts a new deployment. It replaces the live one of its server when it is ready. */
  deploy(deployment: DeploymentResource): void;
  /** Starts a deployment that was live when the service stopped. */
  revive(deployment: DeploymentResource): void;
}

export function createDeploymentWork(parts: DeploymentContext): DeploymentWork {
  const { context, getSlot } = parts;
  // Many servers that start at once would be too slow to be ready in time.
  const limitStarts = createSemaphore(Math.max(4, availableParallelism() * 2));
  return {
    deploy: (deployment) => {
      const slot = getSlot(deployment.serverId);
      const abort = new AbortController();
      const signal = AbortSignal.any([abort.signal, parts.closing]);
      const done = limitStarts(async () => {
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
    },
    revive: (deployment) => {
      const slot = getSlot(deployment.serverId);
      const instance = createInstance(parts, deployment, (signal) => build(parts, deployment, signal));
      slot.live = instance;
      const firstAttempt = limitStarts(() => instance.revive());
      trackBackgroundWork(context, slot, firstAttempt);
    },
  };
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
    instance = createInstance(parts, deployment, async () => files);
    const launched = await instance.start(signal);
    signal.throwIfAborted();
    replaceLive(parts, deployment, { instance, launched }, slot);
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

const artifactRow = z.object({ artifact_id: z.string().nullable() });

function readArtifactId({ db }: ServiceContext, serverId: string): string | undefined {
  return db.get(artifactRow, "SELECT artifact_id FROM servers WHERE id = ?", serverId)?.artifact_id ?? undefined;
}

async function build(
  parts: DeploymentContext,
  deployment: DeploymentResource,
  signal: AbortSignal,
): Promise<DeploymentFolder> {
  const { context, events } = parts;
  const startedAt = performance.now();
  const artifactId = readArtifactId(context, deployment.serverId);
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
  const installed = written.packages > 0 ? `, ${written.packages} packages installed` : "";
  recordStep("end", `${written.files.length} files, ${written.bytes} bytes, digests verified${installed}`, {
    durationMs,
  });
  return written;
}

/** Creates the instance of a deployment and saves the state of its process as the deployment's status. */
function createInstance(
  parts: DeploymentContext,
  deployment: DeploymentResource,
  files: LaunchOptions["files"],
): DeploymentInstance {
  const { context, times, store, health, events } = parts;
  const launchOptions = createLaunchOptions(parts, deployment, files);
  return new DeploymentInstance(
    {
      deploymentId: deployment.id,
      times,
      context,
      serverLog: launchOptions.log,
      environment: launchOptions.environment,
      checksApi: checksApi(context, deployment),
      launch: (signal) => launchServer(launchOptions, signal),
    },
    {
      probed: (result) => {
        health.record(deployment.id, result);
        if (result.tools) pinTools(context, events, deployment, result.tools);
      },
      running: ({ sandbox, process: { image } }) =>
        store.change(deployment.id, { status: "running", message: "The server is running again.", sandbox, image }),
      degraded: (message) => {
        context.telemetry?.add("fairlead.server.restarts", 1, { "fairlead.server.id": deployment.serverId });
        context.db.transaction(() => {
          store.change(deployment.id, { status: "degraded", message, restarted: true });
          health.recordExit(deployment.id, message);
        });
      },
      failed: (failure) => {
        const slot = parts.getSlot(deployment.serverId);
        if (slot.live?.deploymentId === deployment.id) slot.live = undefined;
        trackBackgroundWork(context, slot, removeDeploymentFolder(context, deployment.id));
        trackBackgroundWork(context, slot, saveFailure(parts, deployment.id, failure));
      },
    },
  );
}

/** Whether the version's manifest names a request that checks its API. */
function checksApi(context: ServiceContext, { serverId, version }: DeploymentResource): boolean {
  const artifactId = readArtifactId(context, serverId);
  const row = artifactId === undefined ? undefined : findVersionRow(context.db, artifactId, version);
  return readApiCheckRequest(row?.manifest_json) !== undefined;
}

/** Earlier versions of the service saved no runner. */
const readDeploymentRunner = ({ runsOn }: DeploymentResource) => readRunnerKind(runsOn) ?? "process";

function createLaunchOptions(
  parts: DeploymentContext,
  deployment: DeploymentResource,
  files: LaunchOptions["files"],
): LaunchOptions {
  const { context, events, times, accounts } = parts;
  const { id, serverId, version } = deployment;
  const environment = readProcessEnvironment(context, serverId);
  const refused = listRefusedVariables(environment);
  if (refused.length > 0) {
    const message = `The server does not receive these variables, because they change how Node itself runs: ${refused.join(", ")}`;
    events.enqueue(id, { kind: "log", level: "warning", message });
  }
  const mask = createGrowingSecretMask(Object.values(environment), () => accounts.listRecentTokens(serverId));
  const log = createServerLog(context, events, id, mask);
  const handleMessages = attachAccounts(accounts, serverId);
  const egress = createServerEgress({
    userZone: context.userZone,
    readAllowedHosts: createHostReader(context, {
      serverId,
      artifactId: readArtifactId(context, serverId),
      version,
      environment,
    }),
    onRefused: createRefusedHostReporter(events, id),
  });
  return {
    ...{ context, events, times, log, mask, deploymentId: id, serverId, files, environment, egress, handleMessages },
    placement: { ...readServerPlacement(context, serverId), runsOn: readDeploymentRunner(deployment) },
  };
}

/** Makes the new deployment live. The previous one finishes its running requests and is stopped. */
function replaceLive(
  parts: DeploymentContext,
  deployment: DeploymentResource,
  { instance, launched }: { readonly instance: DeploymentInstance; readonly launched: LaunchedServer },
  slot: DeploymentSlot,
): void {
  const { store, context, times } = parts;
  store.makeLive(deployment.id, deployment.serverId, {
    ...{ status: "running", message: "The server is running." },
    ...{ sandbox: launched.sandbox, image: launched.process.image },
  });
  const previous = slot.live;
  slot.live = instance;
  if (slot.pending?.deploymentId === deployment.id) slot.pending = undefined;
  instance.watch();
  if (!previous) return;
  const stopped = previous.stop(times.drainMs).then(() => removeDeploymentFolder(context, previous.deploymentId));
  trackBackgroundWork(context, slot, stopped);
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
