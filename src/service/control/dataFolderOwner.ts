import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { acquireDataFolderLock, type DataFolderLock } from "./dataFolderLock.ts";
import { readServiceFile, type ServiceFileContent } from "./serviceFile.ts";

/** Either this process owns the data folder now, or another one does and answers. */
export type DataFolderOwnership =
  | { readonly kind: "own"; readonly lock: DataFolderLock }
  | { readonly kind: "running"; readonly service: ServiceFileContent };

const patience = { totalMs: 15_000, stepMs: 50, answerMs: 2_000 } as const;

/** Waits for an owner that is just starting to answer, or for one that is just stopping to be gone. */
export async function findDataFolderOwner(dataDir: string): Promise<DataFolderOwnership> {
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
