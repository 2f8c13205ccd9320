import { randomBytes } from "node:crypto";
import { appendFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ServiceContext } from "../context.ts";
import { bundledRuntimeFiles, programVersion } from "../programFiles.ts";
import { type RunningService, startService } from "../startService.ts";
import { loadTelemetry } from "../telemetry/loadTelemetry.ts";
import type { ServiceUse } from "./controlRoutes.ts";
import type { DataFolderLock } from "./dataFolderLock.ts";
import type { ServiceArguments } from "./serviceArguments.ts";
import { removeServiceFile, writeServiceFile } from "./serviceFile.ts";

/** The log file starts again at this number of bytes; the previous file becomes `.1`. */
const maxLogBytes = 2 * 1024 * 1024;

/** Appends lines to a file of bounded size. A failed write does not stop the service. */
function createLogFile(file: string, clock: () => Date): ServiceContext["log"] {
  let size = readFileSize(file);
  return (level, message) => {
    const line = `${clock().toISOString()} ${level} ${message.replaceAll("\n", "\n  ")}\n`;
    try {
      if (size + line.length > maxLogBytes) {
        renameSync(file, `${file}.1`);
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      size += line.length;
    } catch {
      // The disk is full: the line is lost.
    }
  };
}

function readFileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** The time to send telemetry at the end of a service without `--drain`. */
const defaultFlushMs = 2000;

/**
 * Runs the service as the owner of its data folder, with a service file, leases and a log file. `stopped` resolves when the service has
 * stopped.
 */
export async function runService(lock: DataFolderLock, args: ServiceArguments) {
  const { dataDir, graceSeconds, drainSeconds, otlp } = args;
  const stopRequest = Promise.withResolvers<Error | undefined>();
  const stop = () => stopRequest.resolve(undefined);
  const leases = createServiceLeases((graceSeconds ?? 0) * 1000, stop);
  const control = randomBytes(32).toString("base64url");
  const log = createLogFile(join(dataDir, "service.log"), () => new Date());
  removeServiceFile(dataDir);
  // An editor's service, which has a grace period, ignores variables that are meant for the user's own programs.
  const telemetry = await loadTelemetry(otlp, graceSeconds === undefined ? process.env : {}, log);
  const service = await startService({
    ...args,
    runtimeFiles: bundledRuntimeFiles(),
    log,
    telemetry,
    useRuntime: leases.use,
    local: { control, acquireLease: leases.acquire, readUse: leases.readUse, stop },
    onDamage: () =>
      stopRequest.resolve(new Error(`The database in ${dataDir} is damaged. Start the service again to repair it.`)),
  });
  writeServiceFile(dataDir, { url: service.localUrl, pid: process.pid, version: programVersion(), control });
  log("info", `Listening at ${service.url}, process ${process.pid}.`);
  if (graceSeconds !== undefined) leases.enableIdleStop();
  const stopped = stopRequest.promise.then(async (reason) => {
    leases.close();
    const drainMs = drainSeconds === undefined ? undefined : drainSeconds * 1000;
    await close(service, dataDir, drainMs);
    await telemetry?.close(drainMs ?? defaultFlushMs);
    log(reason ? "error" : "info", reason ? `Stopped. ${reason.message}` : "Stopped.");
    lock.release();
    if (reason) throw reason;
  });
  return { startupMessage: createStartupMessage(service), stopped, stop };
}

/** The first line of standard output, as JSON, which omits what is undefined. */
function createStartupMessage({ url, firstKey: key, newKeys, notice, previousUrl }: RunningService) {
  return { url, pid: process.pid, key, keys: newKeys.length > 0 ? newKeys : undefined, notice, previousUrl };
}

/** Removes the service file first, so that editors do not find a service that is stopping. Load balancers need `drainMs` to see it. */
async function close(service: RunningService, dataDir: string, drainMs: number | undefined): Promise<void> {
  removeServiceFile(dataDir);
  if (drainMs !== undefined) await service.drain(drainMs);
  await service.close();
}

/** Counts the windows and agents that need the service. The grace period covers a window that reloads. */
export function createServiceLeases(graceMs: number, onIdle: () => void, agentPauseMs = 10 * 60_000) {
  let windows = 0;
  let requests = 0;
  let isIdleStopEnabled = false;
  let idleTimer: NodeJS.Timeout | undefined;
  /** Runs after the last request of an agent, which may send another one soon. */
  let agentTimer: NodeJS.Timeout | undefined;
  const isUsedByAgents = () => requests > 0 || agentTimer !== undefined;
  const updateTimer = () => {
    clearTimeout(idleTimer);
    if (isIdleStopEnabled && windows === 0 && !isUsedByAgents()) idleTimer = setTimeout(onIdle, graceMs);
  };
  const clearAgentTimer = () => {
    clearTimeout(agentTimer);
    agentTimer = undefined;
  };
  const startAgentTimer = () => {
    clearAgentTimer();
    agentTimer = setTimeout(() => {
      agentTimer = undefined;
      updateTimer();
    }, agentPauseMs).unref();
  };
  return {
    /** One more window needs the service. The returned function releases the lease. */
    acquire: () => {
      windows += 1;
      updateTimer();
      return callOnce(() => {
        windows -= 1;
        updateTimer();
      });
    },
    /** An agent uses a server. The service stays for a while after the returned function is called. */
    use: () => {
      requests += 1;
      clearTimeout(idleTimer);
      return callOnce(() => {
        requests -= 1;
        if (requests === 0) startAgentTimer();
      });
    },
    readUse: (): ServiceUse => ({ windows, isUsedByAgents: isUsedByAgents() }),
    /** Starts to call `onIdle` when the grace period passes without a lease. */
    enableIdleStop: () => {
      isIdleStopEnabled = true;
      updateTimer();
    },
    close: () => {
      isIdleStopEnabled = false;
      clearTimeout(idleTimer);
      clearAgentTimer();
    },
  };
}

function callOnce(call: () => void): () => void {
  let isCalled = false;
  return () => {
    if (isCalled) return;
    isCalled = true;
    call();
  };
}
