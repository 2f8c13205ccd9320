import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { describeStorageFailure } from "../storage/storageFailure.ts";
import { acquireDataFolderLock, type DataFolderLock } from "./dataFolderLock.ts";
import { runService } from "./runService.ts";
import { parseServiceArguments, type ServiceArguments } from "./serviceArguments.ts";
import { readServiceFile, type ServiceFileContent } from "./serviceFile.ts";

/** This process owns the data folder, or another running service does. */
type DataFolderOwnership =
  | { readonly kind: "own"; readonly lock: DataFolderLock }
  | { readonly kind: "running"; readonly service: ServiceFileContent };

const ownerSearch = { totalMs: 15_000, stepMs: 50, responseMs: 2_000 } as const;

/** Waits for another owner to finish starting and respond, or to finish stopping. */
async function findDataFolderOwner(dataDir: string): Promise<DataFolderOwnership> {
  const deadline = performance.now() + ownerSearch.totalMs;
  while (performance.now() < deadline) {
    const lock = acquireDataFolderLock(dataDir);
    if (lock) return { kind: "own", lock };
    const service = readServiceFile(dataDir);
    if (service && (await isResponding(service))) return { kind: "running", service };
    await pause(ownerSearch.stepMs);
  }
  throw new Error(`Another process uses ${dataDir} but does not respond. End it, or choose another data folder.`);
}

/** Checks the process id too: a file of a killed process may name a port that another program uses. */
async function isResponding(service: ServiceFileContent): Promise<boolean> {
  try {
    const response = await fetch(`${service.url}/local/status`, {
      headers: { Authorization: `Bearer ${service.control}` },
      signal: AbortSignal.timeout(ownerSearch.responseMs),
      redirect: "error",
    });
    return z.looseObject({ pid: z.literal(service.pid) }).safeParse(await response.json()).success;
  } catch {
    return false;
  }
}

/** The process exits this long after the drain even if the stop has not finished. */
const stopLimitMs = 15_000;

/** Runs the program from its arguments to its exit code. */
export async function runServiceProgram(argv: readonly string[]): Promise<void> {
  try {
    await runWithArguments(argv);
  } catch (error) {
    process.stderr.write(`fairlead service: ${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
  process.exit(0);
}

async function runWithArguments(argv: readonly string[]): Promise<void> {
  const [command = "", ...rest] = argv;
  if (command === "backup" || command === "restore") return await runBackupCommand(command, rest);
  const args = parseServiceArguments(argv);
  try {
    await startOrFind(args);
  } catch (error) {
    const reason = describeStorageFailure(error);
    if (reason === undefined) throw error;
    throw new Error(`The data folder ${args.dataDir} cannot be used: ${reason}`, { cause: error });
  }
}

async function runBackupCommand(command: "backup" | "restore", args: readonly string[]): Promise<void> {
  const { backupCommands } = await import("./backupCommands.ts");
  process.stdout.write(`${await backupCommands[command](args)}\n`);
}

async function startOrFind(args: ServiceArguments): Promise<void> {
  const owner = await findDataFolderOwner(args.dataDir);
  if (owner.kind === "running") {
    const { url, pid } = owner.service;
    if (args.team || args.publicAddress || args.otlp !== undefined)
      throw new Error(
        `The service is already running as process ${pid}. Stop it first: its address, organizations, members, limits and telemetry are set at its start.`,
      );
    await writeLine({ url, pid, running: true });
    return;
  }
  await serve(owner.lock, args);
}

async function serve(lock: Parameters<typeof runService>[0], args: ServiceArguments): Promise<void> {
  const { startupMessage: hello, stop, stopped } = await runService(lock, args);
  const stopWithLimit = () => {
    setTimeout(() => process.exit(1), (args.drainSeconds ?? 0) * 2000 + stopLimitMs).unref();
    stop();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stopWithLimit);
  // The process that started the service may have ended, while other windows still need the service.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  await writeLine(hello);
  await stopped;
}

function writeLine(line: object): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve());
  return promise;
}
