import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../../context.ts";
import type { HealthCheck } from "../health/apiHealthCheck.ts";
import type { ProcessHealth } from "../health/processHealth.ts";
import type { ProbeResult, ServerProbe } from "../health/serverProbe.ts";
import type { ProcessExit } from "../runners/runner.ts";
import type { LaunchedServer } from "./launchServer.ts";

interface ProbeOptions {
  readonly context: Pick<ServiceContext, "log">;
  /** The longest pause between two probes. */
  readonly intervalMs: number;
  /** Called immediately with the result of the start, then with the result of every probe. */
  readonly onResult: (result: ProbeResult) => void;
  /** The last check of the API, which outlives a process; `undefined`: the server cannot check its API. */
  readonly apiChecks: ApiChecks | undefined;
  /** Aborted before the process is stopped. It ends the probes while the process may still run. */
  readonly stopping: AbortSignal;
}

/** An idle server starts often, and a check at each start would be too many. */
export interface ApiChecks {
  last: { readonly check: HealthCheck | undefined; readonly at: number } | undefined;
}

/**
 * The pauses between two checks of the API, as a number of probes: an hour at the default interval, because a check counts as a request
 * at the API, where some free plans allow a hundred a day. Five minutes while the API fails, so that its recovery is seen, and half a
 * minute while nothing answers there, because then nothing counts. A refused credential is checked each hour, because some APIs lock an
 * account after a few failed attempts.
 */
const apiPause = { rest: 240, failing: 20, unreachable: 2 } as const;

function findApiPause(check: HealthCheck | undefined): number {
  if (check?.code === "api_unreachable") return apiPause.unreachable;
  return !check || check.code?.startsWith("api_") ? apiPause.failing : apiPause.rest;
}

/** Probes a process until it exits for any reason. */
export async function probeUntilExit(launched: LaunchedServer, options: ProbeOptions): Promise<ProcessExit> {
  const { process, probe, health } = launched;
  const { context, intervalMs, onResult, apiChecks, stopping } = options;
  const exited = new AbortController();
  const signal = AbortSignal.any([stopping, exited.signal]);
  health.onResult(onResult);
  const logFailure = (error: unknown) => {
    if (!signal.aborted) context.log("error", `Probing stopped: ${String(error)}`);
  };
  const probing = probeRepeatedly(probe, intervalMs, health.addProbe, signal).catch(logFailure);
  const checking = apiChecks && checkApiRepeatedly(launched, intervalMs, apiChecks, signal).catch(logFailure);
  const exit = await process.exited;
  exited.abort();
  await Promise.all([probing, checking]);
  probe.close();
  return exit;
}

/**
 * Checks the API at once and then rarely. A server that did not respond has no result until it is asked again. A check that a client asked
 * for meanwhile counts as well.
 */
async function checkApiRepeatedly(
  { probe, health }: LaunchedServer,
  intervalMs: number,
  checks: ApiChecks,
  signal: AbortSignal,
): Promise<void> {
  if (checks.last) health.addApiCheck(checks.last.check);
  for (;;) {
    const asked = checks.last && (await waitForPause(health, checks.last, intervalMs, signal));
    const check = asked ?? (await probe.checkApi(signal));
    if (signal.aborted) return;
    checks.last = { check, at: performance.now() };
    if (!asked) health.addApiCheck(check);
  }
}

/**
 * Returns the check that was added before the pause ended. A call that met something else ends the pause: after the pause of what it met,
 * because a check counts as a request only where the API is reached.
 */
async function waitForPause(
  health: ProcessHealth,
  { check, at }: NonNullable<ApiChecks["last"]>,
  intervalMs: number,
  signal: AbortSignal,
): Promise<HealthCheck | undefined> {
  const ended = new AbortController();
  const waitUntil = (probes: number) => {
    const restMs = Math.max(0, at + probes * intervalMs - performance.now());
    return delay(restMs, undefined, { signal: AbortSignal.any([signal, ended.signal]), ref: false });
  };
  const pause = waitUntil(findApiPause(check));
  const failing = waitUntil(Math.min(findApiPause(check), apiPause.failing));
  const unreachable = waitUntil(Math.min(findApiPause(check), apiPause.unreachable));
  try {
    const met = await Promise.race([pause, health.nextApiCheck()]);
    if (typeof met === "object") return met;
    await (met === "isNotReached" ? unreachable : met === undefined ? pause : failing);
    return undefined;
  } finally {
    ended.abort();
    for (const wait of [pause, failing, unreachable]) wait.catch(() => {});
  }
}

/** Probes quickly at first, when failures are likely. The pauses double up to `intervalMs`. Rejects when `signal` is aborted. */
async function probeRepeatedly(
  probe: ServerProbe,
  intervalMs: number,
  onResult: ProbeOptions["onResult"],
  signal: AbortSignal,
): Promise<never> {
  for (let pauseMs = intervalMs / 8; ; pauseMs = Math.min(pauseMs * 2, intervalMs)) {
    await delay(pauseMs, undefined, { signal, ref: false });
    const result = await probe.run(signal);
    if (!signal.aborted) onResult(result);
  }
}
