import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../../context.ts";
import { DeploymentFailure } from "../../deployments/deploymentFailure.ts";
import type { DeploymentTimes } from "../../deployments/deploymentTimes.ts";
import type { ProbeResult } from "../../deployments/health/serverProbe.ts";
import { removeDeploymentFolder, writeDeploymentFolder } from "../../deployments/lifecycle/deploymentFolder.ts";
import { type LaunchedServer, type LaunchOptions, launchServer } from "../../deployments/lifecycle/launchServer.ts";
import { createServerLog } from "../../deployments/process/serverLog.ts";
import { type ServerTestTarget, ServerTestTargetGoneError } from "./serverTestTarget.ts";

interface Wanted {
  /** Names the folder; nothing else knows of this process. */
  readonly runId: string;
  readonly artifactId: string;
  readonly version: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly attend: LaunchOptions["handleMessages"];
  /** Takes what must not be shown out of the process's lines. */
  readonly mask: (text: string) => string;
}

/** A server that is up but answers badly gets no better: so long it may take from its first answer to a healthy one. */
const settleMs = 2000;
const newsMs = 250;
const toldLines = 20;

/** A version started for one run as deployments are, but no deployment: it has no events, and ends with the run. */
export async function openTemporaryTarget(
  context: ServiceContext,
  times: DeploymentTimes,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<ServerTestTarget> {
  const { runId, artifactId, version, environment, attend, mask } = wanted;
  const events = { enqueue: () => {} };
  const log = createServerLog(context, events, runId, mask);
  const laidOut = await writeDeploymentFolder(context, { deploymentId: runId, artifactId, version }, signal);
  const parts = { context, events, log, times, deploymentId: runId, files: async () => laidOut, environment, attend };
  const start = async (until: AbortSignal) => {
    const launched = await launchServer({ ...parts, isReady: answersAtAll() }, until);
    launched.probe.close();
    return watched(launched);
  };

  let current = await start(signal).catch(async (error) => {
    await removeDeploymentFolder(context, runId);
    throw notStarted(error, "The server did not start");
  });
  const closing = new AbortController();
  const life = AbortSignal.any([signal, closing.signal]);
  let restarting: Promise<void> | undefined;
  const restart = async () => {
    try {
      log.flush();
      current = await start(life);
    } catch (error) {
      throw life.aborted ? error : notStarted(error, "The server did not start again after its process had ended");
    } finally {
      restarting = undefined;
    }
  };

  return {
    port: async (until) => {
      if (restarting === undefined && current.ended() === undefined) return current.port;
      // Several ask at a time, and one whose time is over leaves the start to the others: it is the run's, and there is one.
      restarting ??= restart();
      await unlessAborted(restarting, until);
      return current.port;
    },
    ended: async (port) => {
      if (current.port !== port) return "ended";
      if (current.ended() === undefined) await Promise.race([current.gone, delay(newsMs)]);
      return current.ended();
    },
    lastLines: () => log.tail().slice(-toldLines),
    close: async () => {
      closing.abort();
      await restarting?.catch(() => undefined);
      await current.stop(times.stopGraceMs);
      log.flush();
      await removeDeploymentFolder(context, runId);
    },
  };
}

/** Healthy, or up long enough to be told that it is not: why, the protocol's checks say better than a start that fails. */
function answersAtAll(): NonNullable<LaunchOptions["isReady"]> {
  let since: number | undefined;
  return (found: ProbeResult) => {
    if (found.checks.every(({ status }) => status !== "unhealthy")) return true;
    if (!found.reached) return false;
    since ??= performance.now() - (found.latencyMs ?? 0);
    return performance.now() - since >= settleMs;
  };
}

function watched({ process }: LaunchedServer) {
  let words: string | undefined;
  const gone = process.exited.then((exit) => {
    words = exit.description;
  });
  return { port: process.port, gone, ended: () => words, stop: (graceMs: number) => process.stop(graceMs) };
}

async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave);
  try {
    await Promise.race([work, left.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

function notStarted(error: unknown, what: string): ServerTestTargetGoneError {
  const message = error instanceof Error ? error.message : String(error);
  const lines = error instanceof DeploymentFailure ? error.log.slice(-toldLines) : [];
  return new ServerTestTargetGoneError([`${what}: ${message}`, ...lines].join("\n"), error);
}
