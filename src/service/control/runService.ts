import { randomBytes } from "node:crypto";
import { appendFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { NewMemberKey } from "../auth/team.ts";
import type { ServiceContext } from "../context.ts";
import { bundledRuntimeFiles, programVersion } from "../programFiles.ts";
import { type RunningService, startService } from "../startService.ts";
import type { DataFolderLock } from "./dataFolderLock.ts";
import { createWindowLeases } from "./leases.ts";
import type { ServiceArguments } from "./serviceArguments.ts";
import { removeServiceFile, writeServiceFile } from "./serviceFile.ts";

/** Bytes of the log before it begins anew; the one before is kept as `.1`. */
const limit = 2 * 1024 * 1024;

/** Writes lines to a file that never grows for ever. A log that cannot be written stops nobody. */
function createLogFile(file: string, clock: () => Date): ServiceContext["log"] {
  let size = sizeOf(file);
  return (level, message) => {
    const line = `${clock().toISOString()} ${level} ${message.replaceAll("\n", "\n  ")}\n`;
    try {
      if (size + line.length > limit) {
        renameSync(file, `${file}.1`);
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      size += line.length;
    } catch {
      // A full disk: what is lost is a line.
    }
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** What is told on the first line of standard output. */
export interface StartupMessage {
  readonly url: string;
  readonly pid: number;
  readonly key?: string;
  readonly keys?: readonly NewMemberKey[];
  /** For the user to read. */
  readonly notice?: string;
}

interface Run {
  readonly hello: StartupMessage;
  /** Resolves when the service has stopped. */
  readonly stopped: Promise<void>;
  stop(): void;
}

/** The service as the owner of its data folder: findable, leased, logged. */
export async function runService(lock: DataFolderLock, args: ServiceArguments): Promise<Run> {
  const { dataDir, port, graceSeconds, team } = args;
  const wanted = Promise.withResolvers<Error | undefined>();
  const stop = () => wanted.resolve(undefined);
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
    local: { control, hold: leases.hold, stop },
    onDamage: () =>
      wanted.resolve(new Error(`The database in ${dataDir} is damaged. Start the service again to mend it.`)),
  });
  writeServiceFile(dataDir, { url: service.url, pid: process.pid, version: programVersion(), control });
  log("info", `Listening at ${service.url}, process ${process.pid}.`);
  if (graceSeconds !== undefined) leases.watch();
  const stopped = wanted.promise.then(async (reason) => {
    leases.close();
    await close(service, dataDir);
    log(reason ? "error" : "info", reason ? `Stopped. ${reason.message}` : "Stopped.");
    lock.release();
    if (reason) throw reason;
  });
  return { hello: helloOf(service), stopped, stop };
}

function helloOf({ url, firstKey, newKeys, notice }: RunningService): StartupMessage {
  return {
    ...{ url, pid: process.pid },
    ...(firstKey !== undefined && { key: firstKey }),
    ...(newKeys.length > 0 && { keys: newKeys }),
    ...(notice !== undefined && { notice }),
  };
}

/** Nobody finds it any more before it stops answering. */
async function close(service: RunningService, dataDir: string): Promise<void> {
  removeServiceFile(dataDir);
  await service.close();
}
