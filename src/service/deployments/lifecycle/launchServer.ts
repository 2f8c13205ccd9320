import { setTimeout as delay } from "node:timers/promises";
import { type CallOutcome, callOutcomeSchema } from "../../../runtime/upstream/callOutcome.ts";
import type { ServiceContext } from "../../context.ts";
import { runInSpan } from "../../telemetry/telemetry.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import { DeploymentFailure } from "../deploymentFailure.ts";
import { abortAfter, type DeploymentTimes } from "../deploymentTimes.ts";
import { type GatewaySkills, loadGatewaySkills } from "../gateway/serveSkills.ts";
import { createProcessHealth, type ProcessHealth } from "../health/processHealth.ts";
import { createServerProbe, type ProbeResult, type ServerProbe } from "../health/serverProbe.ts";
import type { ServerLog } from "../process/serverLog.ts";
import { dockerfile } from "../runners/dockerfile.ts";
import type { ServerProcess, ServerProgram } from "../runners/runner.ts";
import type { ServerEgress } from "../runners/serverEgress.ts";
import type { ServerPlacement } from "../runners/serverPlacement.ts";
import type { DeploymentFolder } from "./deploymentFolder.ts";

/** The process of a server that is ready. */
export interface LaunchedServer {
  readonly process: ServerProcess;
  readonly probe: ServerProbe;
  /** What confines the process, or `none`. */
  readonly sandbox: string;
  /** Begins with the probe that found the process ready. */
  readonly health: ProcessHealth;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  /** What the gateway serves for it. */
  readonly skills?: GatewaySkills | undefined;
}

export interface LaunchOptions {
  readonly context: ServiceContext;
  readonly events: Pick<DeploymentEventLog, "enqueue">;
  readonly log: ServerLog;
  /** Hides secrets in what the server says. */
  readonly mask: (text: string) => string;
  readonly times: DeploymentTimes;
  /** Of the deployment, or of the test run. */
  readonly deploymentId: string;
  readonly serverId: string;
  readonly placement: ServerPlacement;
  /** Returns the files of the server. The first call may write them. */
  readonly files: (signal: AbortSignal) => Promise<DeploymentFolder>;
  readonly environment: Readonly<Record<string, string>>;
  /** Carries the server's own requests. */
  readonly egress: ServerEgress;
  /** Responds to the messages of the process. */
  readonly handleMessages: ServerProgram["handleMessages"];
  /** Gets the tools when the server lists them for the first time. */
  readonly onTools: (tools: readonly unknown[]) => void;
  /** Decides from a probe whether the server is ready. By default no check may be unhealthy. */
  readonly isReady?: (result: ProbeResult) => boolean;
}

const firstPauseMs = 10;
const maxPauseMs = 250;

/**
 * Starts a server's process and waits until it is ready. It starts every process of a server: for a deployment, for its restart and
 * for a test run. A failed launch leaves no process behind.
 */
export async function launchServer(options: LaunchOptions, signal: AbortSignal): Promise<LaunchedServer> {
  try {
    return await launchOnce(options, signal);
  } catch (error) {
    // Another program took the free port before the server listened on it.
    if (signal.aborted || !options.log.tail().some((line) => line.includes("EADDRINUSE"))) throw error;
    return await launchOnce(options, signal);
  }
}

async function launchOnce(options: LaunchOptions, signal: AbortSignal): Promise<LaunchedServer> {
  const { context, times, log } = options;
  const files = await options.files(signal);
  const startedAt = performance.now();
  checkEntry(files, options.placement);
  const runner = await context.runners.drivers[options.placement.runsOn].open();
  signal.throwIfAborted();
  recordStep(options, "start", "start", "Starting the process");
  let health: ProcessHealth | undefined;
  const process = await runInSpan(context.telemetry, { name: "start", attributes: {} }, () =>
    runner.start(
      createProgram(options, files, (outcome) => health?.addOutcome(outcome)),
      signal,
    ),
  ).catch((error) => {
    throw error instanceof DeploymentFailure ? addLog(error, options) : error;
  });
  const probe = createServerProbe(process.endpoint, {
    timeoutMs: times.probeTimeoutMs,
    slowMs: times.slowProbeMs,
    clock: times.clock,
    mask: options.mask,
    onTools: options.onTools,
  });
  const confinement = runner.sandbox ? `, confined by ${runner.sandbox}` : ", not confined by the operating system";
  recordStep(options, "start", "end", `${process.name} started${confinement}`, performance.now() - startedAt);
  try {
    const handshakeAt = performance.now();
    recordStep(options, "handshake", "start", "Waiting for the first response");
    const firstResult = await runInSpan(context.telemetry, { name: "handshake", attributes: {} }, () =>
      waitUntilReady(process, probe, options, signal),
    );
    recordStep(options, "handshake", "end", formatChecks(firstResult), performance.now() - handshakeAt);
    health = createProcessHealth(firstResult);
    const logSkills = (message: string) => log.line(message, "stderr", 0);
    const skills = await loadGatewaySkills(files, firstResult.capabilities, logSkills);
    return { process, probe, sandbox: runner.sandbox ?? "none", health, startedAt, skills };
  } catch (error) {
    probe.close();
    await process.stop(times.stopGraceMs);
    log.flush();
    throw error;
  }
}

/** What a runner reports may contain what the server said, and the last lines of a server that crashed say why. */
function addLog(failure: DeploymentFailure, { mask, log }: LaunchOptions): DeploymentFailure {
  const lines = failure.log.length > 0 ? failure.log.map(mask) : log.tail();
  return new DeploymentFailure(failure.step, mask(failure.message), lines, failure.cause);
}

function createProgram(
  options: LaunchOptions,
  written: DeploymentFolder,
  onOutcome: (outcome: CallOutcome) => void,
): ServerProgram {
  const { context, log, deploymentId, serverId, environment, placement, egress, handleMessages } = options;
  const { limits } = placement;
  return {
    ...written,
    id: deploymentId,
    serverId,
    environment,
    limits,
    egress,
    handleMessages: (channel) => {
      channel.listen((message) => {
        const { data } = callOutcomeSchema.safeParse(message);
        if (data) onOutcome(data.outcome);
      });
      return handleMessages(channel);
    },
    onLine: log.line,
    watch: context.watch,
  };
}

const isHealthy = ({ checks }: ProbeResult) => checks.every((check) => check.status !== "unhealthy");

/** Probes until the server is ready. Rejects when the process exits, after `startTimeoutMs`, or when `signal` is aborted. */
async function waitUntilReady(process: ServerProcess, probe: ServerProbe, options: LaunchOptions, signal: AbortSignal) {
  const { log, mask, times, isReady = isHealthy } = options;
  const exited = new AbortController();
  let exitDescription: string | undefined;
  void process.exited.then((exit) => {
    exitDescription = mask(exit.description);
    exited.abort();
  });
  const timeout = abortAfter(times.clock, times.startTimeoutMs);
  const stopSignal = AbortSignal.any([signal, exited.signal, timeout.signal]);
  let last: ProbeResult | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.25, maxPauseMs)) {
    try {
      last = await probe.run(stopSignal);
      if (isReady(last)) {
        timeout.cancel();
        return last;
      }
      await delay(pauseMs, undefined, { signal: stopSignal });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (exitDescription !== undefined) throw createExitFailure(exitDescription, log.tail(), error);
      if (!timeout.signal.aborted) throw error;
      throw new DeploymentFailure("handshake", createTimeoutMessage(times, last), log.tail());
    }
  }
}

function checkEntry({ entry, image }: DeploymentFolder, { runsOn }: ServerPlacement): void {
  if (entry !== dockerfile || runsOn === "container" || (runsOn === "kubernetes" && image !== undefined)) return;
  throw new DeploymentFailure(
    "start",
    `The server is what its ${dockerfile} builds, so it runs in a container, or in a cluster if its server.json names an image. Choose the container with "Run On", and deploy it again.`,
  );
}

function createExitFailure(description: string, tail: readonly string[], cause: unknown): DeploymentFailure {
  const [, missing] = /Cannot find package '([^']+)'/.exec(tail.join("\n")) ?? [];
  const advice =
    missing === undefined
      ? ""
      : ` The package ${missing} is not installed: name it in package.json, and add package-lock.json to the server's files.`;
  return new DeploymentFailure("start", `The process ${description} before it responded.${advice}`, tail, cause);
}

function createTimeoutMessage({ startTimeoutMs }: DeploymentTimes, last: ProbeResult | undefined): string {
  const unhealthy = last?.checks.find((check) => check.status === "unhealthy");
  const detail = unhealthy ? ` (${unhealthy.name}: ${unhealthy.message})` : "";
  return `The server did not respond within ${startTimeoutMs / 1000} s${detail}.`;
}

type Step = "start" | "handshake";

function recordStep(
  options: LaunchOptions,
  step: Step,
  phase: "start" | "end",
  message: string,
  durationMs?: number,
): void {
  const data = { step, phase, ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs) }) };
  options.events.enqueue(options.deploymentId, { kind: "step", level: "info", message, data });
}

function formatChecks({ checks }: ProbeResult): string {
  return checks
    .filter((check) => check.name !== "process")
    .map((check) => check.message)
    .join(", ");
}
