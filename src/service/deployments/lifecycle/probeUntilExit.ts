import { setTimeout as delay } from "node:timers/promises";
import type { ServiceContext } from "../../context.ts";
import type { ProbeResult, ServerProbe } from "../health/serverProbe.ts";
import type { ProcessExit } from "../runners/runner.ts";
import type { LaunchedServer } from "./launchServer.ts";

interface ProbeOptions {
  readonly context: Pick<ServiceContext, "log">;
  /** The longest pause between two probes. */
  readonly intervalMs: number;
  /** Called immediately with the result of the start, then with the result of every probe. */
  readonly onResult: (result: ProbeResult) => void;
  /** Aborted before the process is stopped. It ends the probes while the process may still run. */
  readonly stopping: AbortSignal;
}

/** Probes a process until it exits for any reason. */
export async function probeUntilExit(launched: LaunchedServer, options: ProbeOptions): Promise<ProcessExit> {
  const { process, probe, firstResult } = launched;
  const { context, intervalMs, onResult, stopping } = options;
  const exited = new AbortController();
  const signal = AbortSignal.any([stopping, exited.signal]);
  onResult(firstResult);
  const probing = probeRepeatedly(probe, intervalMs, onResult, signal).catch((error) => {
    if (!signal.aborted) context.log("error", `Probing stopped: ${String(error)}`);
  });
  const exit = await process.exited;
  exited.abort();
  await probing;
  probe.close();
  return exit;
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
