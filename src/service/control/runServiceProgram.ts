import { describeStorageFailure } from "../storage/storageFailure.ts";
import { findDataFolderOwner } from "./dataFolderOwner.ts";
import { runService } from "./runService.ts";
import { parseServiceArguments, type ServiceArguments } from "./serviceArguments.ts";

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
