import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../../context.ts";
import type { EventLog } from "../deploymentEventLog.ts";
import { DeploymentFailure } from "../deploymentFailure.ts";
import type { Times } from "../deploymentTimes.ts";
import { createProbe, type Probe, type ProbeResult } from "../health/serverProbe.ts";
import { serverEnvironment } from "../process/processEnvironment.ts";
import type { ServerLog } from "../process/serverLog.ts";
import { freePort, type ServerProcess, type StartOptions, startProcess } from "../process/serverProcess.ts";
import type { LaidOut } from "./deploymentFolder.ts";

/** A process of a deployment that answers MCP. */
export interface Launched {
  readonly process: ServerProcess;
  readonly probe: Probe;
  readonly first: ProbeResult;
  readonly startedAt: number;
}

export interface LaunchParts {
  readonly context: ServiceContext;
  readonly events: Pick<EventLog, "enqueue">;
  readonly log: ServerLog;
  readonly times: Times;
  readonly deploymentId: string;
  /** Laid out when first asked for. */
  readonly files: (signal: AbortSignal) => Promise<LaidOut>;
  readonly environment: Readonly<Record<string, string>>;
  /** Answers what the process asks. */
  readonly attend: StartOptions["attend"];
  /** Whether what a probe found is good enough to go on; healthy unless said. */
  readonly isReady?: (found: ProbeResult) => boolean;
}

const firstLookMs = 10;
const slowestLookMs = 250;

/** Starts the process and waits until it answers; on any failure nothing is left of it. */
export async function launch(parts: LaunchParts, signal: AbortSignal): Promise<Launched> {
  try {
    return await attempt(parts, signal);
  } catch (error) {
    // The free port was taken by somebody else before the server could listen on it.
    if (signal.aborted || !parts.log.tail().some((line) => line.includes("EADDRINUSE"))) throw error;
    return await attempt(parts, signal);
  }
}

async function attempt(parts: LaunchParts, signal: AbortSignal): Promise<Launched> {
  const { times, log } = parts;
  const files = await parts.files(signal);
  const startedAt = performance.now();
  const port = await freePort();
  signal.throwIfAborted();
  tell(parts, "start", "start", "Starting the process");
  const process = startProcess({
    folder: files.folder,
    entry: files.entry,
    port,
    environment: serverEnvironment(parts.environment, port, globalThis.process.env),
    onLine: log.line,
    attend: parts.attend,
    watch: parts.context.watch,
  });
  const probe = createProbe(port, times.probeTimeoutMs);
  tell(parts, "start", "end", `Process ${process.pid} started`, performance.now() - startedAt);
  try {
    const handshakeAt = performance.now();
    tell(parts, "handshake", "start", "Waiting for the first answer");
    const first = await healthy(process, probe, parts, signal);
    tell(parts, "handshake", "end", words(first), performance.now() - handshakeAt);
    return { process, probe, first, startedAt };
  } catch (error) {
    probe.close();
    await process.stop(times.stopGraceMs);
    log.settle();
    throw error;
  }
}

const isHealthy = ({ checks }: ProbeResult) => checks.every((check) => check.status !== "unhealthy");

/** Waits for a good enough answer, for the process to exit, for the time to be over or for `signal`, whichever comes first. */
async function healthy(process: ServerProcess, probe: Probe, parts: LaunchParts, signal: AbortSignal) {
  const { log, times, isReady = isHealthy } = parts;
  const exit = new AbortController();
  let exitWords: string | undefined;
  void process.exited.then((gone) => {
    exitWords = gone.words;
    exit.abort();
  });
  const limit = AbortSignal.timeout(times.startTimeoutMs);
  const until = AbortSignal.any([signal, exit.signal, limit]);
  let last: ProbeResult | undefined;
  for (let wait = firstLookMs; ; wait = Math.min(wait * 1.25, slowestLookMs)) {
    try {
      last = await probe.run(until);
      if (isReady(last)) return last;
      await delay(wait, undefined, { signal: until });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (exitWords !== undefined)
        throw new DeploymentFailure("start", `The process ${exitWords} before it answered.`, log.tail(), error);
      if (!limit.aborted) throw error;
      const why = last?.checks.find((check) => check.status === "unhealthy");
      const seconds = times.startTimeoutMs / 1000;
      const detail = why ? ` (${why.name}: ${why.message})` : "";
      throw new DeploymentFailure("handshake", `The server did not answer within ${seconds} s${detail}.`, log.tail());
    }
  }
}

function tell(parts: LaunchParts, step: string, phase: "start" | "end", message: string, durationMs?: number): void {
  const data = { step, phase, ...(durationMs === undefined ? {} : { durationMs: Math.round(durationMs) }) };
  parts.events.enqueue(parts.deploymentId, { kind: "step", level: "info", message, data });
}

function words(result: ProbeResult): string {
  return result.checks
    .filter((check) => check.name !== "process")
    .map((check) => check.message)
    .join(", ");
}
