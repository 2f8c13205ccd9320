import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { describeStorageFailure } from "../storage/storageFailure.ts";
import { acquireDataFolderLock, type DataFolderLock } from "./dataFolderLock.ts";
import { runService } from "./runService.ts";
import { parseServiceArguments, type ServiceArguments } from "./serviceArguments.ts";
import { readServiceFile, type ServiceFileContent } from "./serviceFile.ts";

/** Either this process owns the data folder now, or another one does and answers. */
type DataFolderOwnership =
  | { readonly kind: "own"; readonly lock: DataFolderLock }
  | { readonly kind: "running"; readonly service: ServiceFileContent };

const patience = { totalMs: 15_000, stepMs: 50, answerMs: 2_000 } as const;

/** Waits for an owner that is just starting to answer, or for one that is just stopping to be gone. */
async function findDataFolderOwner(dataDir: string): Promise<DataFolderOwnership> {
  const end = performance.now() + patience.totalMs;
  while (performance.now() < end) {
    const lock = acquireDataFolderLock(dataDir);
    if (lock) return { kind: "own", lock };
    const service = readServiceFile(dataDir);
    if (service && (await answers(service))) return { kind: "running", service };
    await pause(patience.stepMs);
  }
  throw new Error(`Another process holds ${dataDir} but does not answer. End it, or choose another data folder.`);
}

/** A file that a killed process left behind may name a port or a process id that is somebody else's by now. */
async function answers(service: ServiceFileContent): Promise<boolean> {
  try {
    const response = await fetch(`${service.url}/local/status`, {
      headers: { Authorization: `Bearer ${service.control}` },
      signal: AbortSignal.timeout(patience.answerMs),
      redirect: "error",
    });
    return z.looseObject({ pid: z.literal(service.pid) }).safeParse(await response.json()).success;
  } catch {
    return false;
  }
}

/** A stop that takes longer than this is no longer waited for. */
const stopLimitMs = 15_000;

/** The program: what it was told, until it ends. */
export async function runServiceProgram(list: readonly string[]): Promise<void> {
  try {
    await serveAsTold(list);
  } catch (error) {
    process.stderr.write(`fairlead service: ${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
  process.exit(0);
}

async function serveAsTold(list: readonly string[]): Promise<void> {
  const args = parseServiceArguments(list);
  try {
    await serveOrFind(args);
  } catch (error) {
    const reason = describeStorageFailure(error);
    if (reason === undefined) throw error;
    throw new Error(`The data folder ${args.dataDir} cannot be used: ${reason}`, { cause: error });
  }
}

async function serveOrFind(args: ServiceArguments): Promise<void> {
  const owner = await findDataFolderOwner(args.dataDir);
  if (owner.kind === "running") {
    const { url, pid } = owner.service;
    if (args.team)
      throw new Error(`The service runs already, process ${pid}. Stop it first: who shares it is said at its start.`);
    await tell({ url, pid, running: true });
    return;
  }
  await serve(owner.lock, args);
}

async function serve(lock: Parameters<typeof runService>[0], args: ServiceArguments): Promise<void> {
  const { hello, stop, stopped } = await runService(lock, args);
  const end = () => {
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    stop();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, end);
  // Whoever started it may be gone, and the service may go on for others.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  await tell(hello);
  await stopped;
}

function tell(line: object): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve());
  return promise;
}
