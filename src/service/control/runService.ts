import { randomBytes } from "node:crypto";
import { appendFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { NewMemberKey } from "../auth/team.ts";
import type { ServiceContext } from "../context.ts";
import { bundledRuntimeFiles, programVersion } from "../programFiles.ts";
import { type RunningService, startService } from "../startService.ts";
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

/** The first line of standard output. */
export interface StartupMessage {
  readonly url: string;
  readonly pid: number;
  readonly key?: string;
  readonly keys?: readonly NewMemberKey[];
  /** A message for the user. */
  readonly notice?: string;
}

interface ServiceRun {
  readonly startupMessage: StartupMessage;
  /** Resolves when the service has stopped. */
  readonly stopped: Promise<void>;
  stop(): void;
}

/** Runs the service as the owner of its data folder, with a service file, leases and a log file. */
export async function runService(lock: DataFolderLock, args: ServiceArguments): Promise<ServiceRun> {
  const { dataDir, port, graceSeconds, team } = args;
  const stopRequest = Promise.withResolvers<Error | undefined>();
  const stop = () => stopRequest.resolve(undefined);
  const leases = createWindowLeases((graceSeconds ?? 0) * 1000, stop);
  const control = randomBytes(32).toString("base64url");
  const log = createLogFile(join(dataDir, "service.log"), () => new Date());
  removeServiceFile(dataDir);
  const service = await startService({
    dataDir,
    ...(port !== undefined && { port }),
    runtimeFiles: bundledRuntimeFiles(),
    log,
    ...(team && { team }),
    local: { control, acquireLease: leases.acquire, stop },
    onDamage: () =>
      stopRequest.resolve(new Error(`The database in ${dataDir} is damaged. Start the service again to repair it.`)),
  });
  writeServiceFile(dataDir, { url: service.url, pid: process.pid, version: programVersion(), control });
  log("info", `Listening at ${service.url}, process ${process.pid}.`);
  if (graceSeconds !== undefined) leases.enableIdleStop();
  const stopped = stopRequest.promise.then(async (reason) => {
    leases.close();
    await close(service, dataDir);
    log(reason ? "error" : "info", reason ? `Stopped. ${reason.message}` : "Stopped.");
    lock.release();
    if (reason) throw reason;
  });
  return { startupMessage: createStartupMessage(service), stopped, stop };
}

function createStartupMessage({ url, firstKey, newKeys, notice }: RunningService): StartupMessage {
  return {
    ...{ url, pid: process.pid },
    ...(firstKey !== undefined && { key: firstKey }),
    ...(newKeys.length > 0 && { keys: newKeys }),
    ...(notice !== undefined && { notice }),
  };
}

/** Removes the service file first, so that editors do not find a service that is stopping. */
async function close(service: RunningService, dataDir: string): Promise<void> {
  removeServiceFile(dataDir);
  await service.close();
}

interface WindowLeases {
  /** One more window needs the service. The returned function releases the lease. */
  acquire(): () => void;
  /** Starts to call `onIdle` when the grace period passes without a lease. */
  enableIdleStop(): void;
  close(): void;
}

/** Counts the windows that need the service. The grace period covers a window that reloads. */
export function createWindowLeases(graceMs: number, onIdle: () => void): WindowLeases {
  let count = 0;
  let idleStopEnabled = false;
  let timer: NodeJS.Timeout | undefined;
  const updateTimer = () => {
    clearTimeout(timer);
    if (idleStopEnabled && count === 0) timer = setTimeout(onIdle, graceMs);
  };
  return {
    acquire: () => {
      count += 1;
      updateTimer();
      let released = false;
      return () => {
        if (released) return;
        released = true;
        count -= 1;
        updateTimer();
      };
    },
    enableIdleStop: () => {
      idleStopEnabled = true;
      updateTimer();
    },
    close: () => {
      idleStopEnabled = false;
      clearTimeout(timer);
    },
  };
}
