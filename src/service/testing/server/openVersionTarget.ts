import { setTimeout as delay } from "node:timers/promises";
import { DeploymentFailure } from "../../deployments/deploymentFailure.ts";
import { type DeploymentTimes, defaultDeploymentTimes } from "../../deployments/deploymentTimes.ts";
import type { ProbeResult } from "../../deployments/health/serverProbe.ts";
import { removeDeploymentFolder, writeDeploymentFolder } from "../../deployments/lifecycle/deploymentFolder.ts";
import { type LaunchedServer, type LaunchOptions, launchServer } from "../../deployments/lifecycle/launchServer.ts";
import { attachAccounts } from "../../deployments/process/attachAccounts.ts";
import { createServerMask } from "../../deployments/process/listSecretValues.ts";
import { createServerLog } from "../../deployments/process/serverLog.ts";
import { createServerEgress, describeRefusedHost } from "../../deployments/runners/serverEgress.ts";
import { createHostReader } from "../../deployments/runners/serverHosts.ts";
import { readServerPlacement } from "../../deployments/runners/serverPlacement.ts";
import type { ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import { waitUnlessAborted } from "../../network/waitUnlessAborted.ts";
import { createToolRecorder } from "../../registry/listedTools.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import { readProcessEnvironment } from "../../storage/serverEnvironment.ts";
import { type ServerTestTarget, type ServerTestTargetContext, ServerTestTargetGoneError } from "./serverTestTarget.ts";

/** The environment of a server's process, and the mask that hides its secrets in results. */
export interface ProcessSettings {
  readonly environment: Readonly<Record<string, string>>;
  readonly mask: (text: string) => string;
}

export function readProcessSettings(
  { context, supervisor }: ServerTestTargetContext,
  serverId: string,
  version: VersionRow,
): ProcessSettings {
  const environment = readProcessEnvironment(context, serverId);
  return { environment, mask: createServerMask(supervisor.accounts, serverId, environment, version) };
}

interface TestedVersion {
  /** The name of the folder. The process belongs to no deployment. */
  readonly runId: string;
  readonly serverId: string;
  readonly version: VersionRow;
}

/** The time between the first response and a healthy one. An unhealthy server does not become healthy later. */
const settleMs = 2000;
const exitNoticeMs = 250;
const maxReportedLines = 20;

/** Starts exactly this version for one run, as a deployment starts it. It has no events, and ends when the target is closed. */
export async function openVersionTarget(
  { context, supervisor }: ServerTestTargetContext,
  { runId, serverId, version }: TestedVersion,
  { environment, mask }: ProcessSettings,
  signal: AbortSignal,
  times: DeploymentTimes = defaultDeploymentTimes,
): Promise<ServerTestTarget> {
  const events = { enqueue: () => {} };
  const log = createServerLog(context, events, runId, mask);
  const placement = readServerPlacement(context, serverId);
  const { runsOn } = placement;
  const tested = { artifactId: version.artifact_id, version: version.version };
  const removeFolder = () => removeDeploymentFolder(context, runId);
  const written = writeDeploymentFolder(context, { deploymentId: runId, ...tested, runsOn }, signal);
  const folder = await written.catch(async (error) => {
    await removeFolder();
    throw error;
  });
  const launchOptions = {
    context,
    events,
    log,
    mask,
    times,
    environment,
    egress: createServerEgress({
      userZone: context.userZone,
      readAllowedHosts: createHostReader(context, { serverId, version, environment }),
      onRefused: (host, reason) => log.line(describeRefusedHost(host, reason), "stderr"),
    }),
    handleMessages: attachAccounts(supervisor.accounts, serverId),
    deploymentId: runId,
    serverId,
    placement,
    files: async () => folder,
    onTools: createToolRecorder(context, tested, mask),
  };
  const start = async (stopSignal: AbortSignal) => {
    const launched = await launchServer({ ...launchOptions, isReady: createReadyCheck() }, stopSignal);
    launched.probe.close();
    return trackProcess(launched);
  };
  const firstProcess = await start(signal).catch(async (error) => {
    await removeFolder();
    throw createNotStartedError(error, "The server did not start");
  });
  const processes = new RestartingProcess(start, firstProcess, log, signal);

  return {
    endpoint: (stopSignal) => processes.getEndpoint(stopSignal),
    describeExit: (endpoint) => processes.describeExit(endpoint),
    readLastLines: () => log.tail().slice(-maxReportedLines),
    close: async () => {
      await processes.stop(times.stopGraceMs);
      log.flush();
      await removeFolder();
    },
  };
}

/** The process of a server, which is started again when a case needs it after its end. */
class RestartingProcess {
  readonly #start: (signal: AbortSignal) => Promise<TrackedProcess>;
  readonly #log: ServerLog;
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  #current: TrackedProcess;
  #restarting: Promise<void> | undefined;

  constructor(
    start: (signal: AbortSignal) => Promise<TrackedProcess>,
    firstProcess: TrackedProcess,
    log: ServerLog,
    signal: AbortSignal,
  ) {
    this.#start = start;
    this.#current = firstProcess;
    this.#log = log;
    this.#signal = AbortSignal.any([signal, this.#closing.signal]);
  }

  async getEndpoint(stopSignal: AbortSignal): Promise<ServerEndpoint> {
    if (this.#restarting === undefined && this.#current.ended() === undefined) return this.#current.endpoint;
    // Several cases may wait for one restart. A case that times out stops waiting, but the restart continues for the others.
    this.#restarting ??= this.#restart();
    await waitUnlessAborted(this.#restarting, stopSignal);
    return this.#current.endpoint;
  }

  async describeExit(endpoint: ServerEndpoint): Promise<string | undefined> {
    if (this.#current.endpoint !== endpoint) return "ended";
    if (this.#current.ended() === undefined) await Promise.race([this.#current.gone, delay(exitNoticeMs)]);
    return this.#current.ended();
  }

  async stop(graceMs: number): Promise<void> {
    this.#closing.abort();
    await this.#restarting?.catch(() => undefined);
    await this.#current.stop(graceMs);
  }

  async #restart(): Promise<void> {
    try {
      this.#log.flush();
      this.#current = await this.#start(this.#signal);
    } catch (error) {
      throw this.#signal.aborted
        ? error
        : createNotStartedError(error, "The server did not restart after its process had ended");
    } finally {
      this.#restarting = undefined;
    }
  }
}

/** Accepts a healthy server, or an unhealthy one after `settleMs`: the protocol checks explain the failure better than a failed start. */
function createReadyCheck(): NonNullable<LaunchOptions["isReady"]> {
  let since: number | undefined;
  return (result: ProbeResult) => {
    if (result.checks.every(({ status }) => status !== "unhealthy")) return true;
    if (!result.reached) return false;
    since ??= performance.now() - (result.latencyMs ?? 0);
    return performance.now() - since >= settleMs;
  };
}

type TrackedProcess = ReturnType<typeof trackProcess>;
type ServerLog = ReturnType<typeof createServerLog>;

function trackProcess({ process }: LaunchedServer) {
  let exitDescription: string | undefined;
  const exited = process.exited.then((exit) => {
    exitDescription = exit.description;
  });
  return {
    endpoint: process.endpoint,
    gone: exited,
    ended: () => exitDescription,
    stop: (graceMs: number) => process.stop(graceMs),
  };
}

function createNotStartedError(error: unknown, summary: string): ServerTestTargetGoneError {
  const message = error instanceof Error ? error.message : String(error);
  const lines = error instanceof DeploymentFailure ? error.log.slice(-maxReportedLines) : [];
  return new ServerTestTargetGoneError([`${summary}: ${message}`, ...lines].join("\n"), { cause: error });
}
