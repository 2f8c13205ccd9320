import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../../context.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import { DeploymentFailure } from "../deploymentFailure.ts";
import type { DeploymentTimes } from "../deploymentTimes.ts";
import { createServerProbe, type ProbeResult, type ServerProbe } from "../health/serverProbe.ts";
import { createServerProcessEnvironment } from "../process/processEnvironment.ts";
import type { ServerLog } from "../process/serverLog.ts";
import { findFreePort, type ServerProcess, type StartProcessOptions, startProcess } from "../process/serverProcess.ts";
import type { DeploymentFolder } from "./deploymentFolder.ts";

/** A server's process that was ready after its start. */
export interface LaunchedServer {
  readonly process: ServerProcess;
  readonly probe: ServerProbe;
  /** What the probe found that showed the process as ready. */
  readonly firstResult: ProbeResult;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
}

export interface LaunchOptions {
  readonly context: ServiceContext;
  readonly events: Pick<DeploymentEventLog, "enqueue">;
  readonly log: ServerLog;
  readonly times: DeploymentTimes;
  readonly deploymentId: string;
  /** Returns the files of the server. May write them on the first call. */
  readonly files: (signal: AbortSignal) => Promise<DeploymentFolder>;
  readonly environment: Readonly<Record<string, string>>;
  /** Answers the messages of the process. */
  readonly attend: StartProcessOptions["attend"];
  /** Decides from a probe whether the server is ready; the default is that no check is unhealthy. */
  readonly isReady?: (found: ProbeResult) => boolean;
}

const firstPauseMs = 10;
const longestPauseMs = 250;

/**
 * Starts a server's process and waits until it is ready. Every process of a server is started here: for a deployment, for its restart
 * and for a test run. A failed launch leaves no process behind.
 */
export async function launchServer(parts: LaunchOptions, signal: AbortSignal): Promise<LaunchedServer> {
  try {
    return await launchOnce(parts, signal);
  } catch (error) {
    // Another program took the free port before the server could listen on it.
    if (signal.aborted || !parts.log.tail().some((line) => line.includes("EADDRINUSE"))) throw error;
    return await launchOnce(parts, signal);
  }
}

async function launchOnce(parts: LaunchOptions, signal: AbortSignal): Promise<LaunchedServer> {
  const { times, log } = parts;
  const files = await parts.files(signal);
  const startedAt = performance.now();
  const port = await findFreePort();
  signal.throwIfAborted();
  recordStep(parts, "start", "start", "Starting the process");
  const process = startOnPort(parts, files, port);
  const probe = createServerProbe(port, times.probeTimeoutMs);
  recordStep(parts, "start", "end", `Process ${process.pid} started`, performance.now() - startedAt);
  try {
    const handshakeAt = performance.now();
    recordStep(parts, "handshake", "start", "Waiting for the first answer");
    const firstResult = await waitUntilReady(process, probe, parts, signal);
    recordStep(parts, "handshake", "end", formatChecks(firstResult), performance.now() - handshakeAt);
    return { process, probe, firstResult, startedAt };
  } catch (error) {
    probe.close();
    await process.stop(times.stopGraceMs);
    log.settle();
    throw error;
  }
}

/** The only call of `startProcess`. */
function startOnPort(parts: LaunchOptions, { folder, entry }: DeploymentFolder, port: number): ServerProcess {
  return startProcess({
    folder,
    entry,
    port,
    environment: createServerProcessEnvironment(parts.environment, port, globalThis.process.env),
    onLine: parts.log.line,
    attend: parts.attend,
    watch: parts.context.watch,
  });
}

const isHealthy = ({ checks }: ProbeResult) => checks.every((check) => check.status !== "unhealthy");

/** Probes until the server is ready. Rejects when the process exits, when `startTimeoutMs` are over or when `signal` is aborted. */
async function waitUntilReady(process: ServerProcess, probe: ServerProbe, parts: LaunchOptions, signal: AbortSignal) {
  const { log, times, isReady = isHealthy } = parts;
  const exited = new AbortController();
  let exitWords: string | undefined;
  void process.exited.then((exit) => {
    exitWords = exit.words;
    exited.abort();
  });
  const timeout = AbortSignal.timeout(times.startTimeoutMs);
  const until = AbortSignal.any([signal, exited.signal, timeout]);
  let last: ProbeResult | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.25, longestPauseMs)) {
    try {
      last = await probe.run(until);
      if (isReady(last)) return last;
      await delay(pauseMs, undefined, { signal: until });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (exitWords !== undefined)
        throw new DeploymentFailure("start", `The process ${exitWords} before it answered.`, log.tail(), error);
      if (!timeout.aborted) throw error;
      throw new DeploymentFailure("handshake", timeoutMessage(times, last), log.tail());
    }
  }
}

function timeoutMessage({ startTimeoutMs }: DeploymentTimes, last: ProbeResult | undefined): string {
  const unhealthy = last?.checks.find((check) => check.status === "unhealthy");
  const detail = unhealthy ? ` (${unhealthy.name}: ${unhealthy.message})` : "";
  return `The server did not answer within ${startTimeoutMs / 1000} s${detail}.`;
}

type Step = "start" | "handshake";

function recordStep(
  parts: LaunchOptions,
  step: Step,
  phase: "start" | "end",
  message: string,
  durationMs?: number,
): void {
  const data = { step, phase, ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs) }) };
  parts.events.enqueue(parts.deploymentId, { kind: "step", level: "info", message, data });
}

function formatChecks({ checks }: ProbeResult): string {
  return checks
    .filter((check) => check.name !== "process")
    .map((check) => check.message)
    .join(", ");
}
