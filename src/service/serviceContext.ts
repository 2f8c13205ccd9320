import type { ServiceContext } from "./context.ts";
import { createProcessWatch } from "./deployments/process/processWatch.ts";
import { generateWorkerFile } from "./programFiles.ts";
import { createIds } from "./storage/idGenerator.ts";
import type { Store } from "./storage/serviceStorage.ts";

export interface ContextOptions {
  readonly runtimeFiles: readonly string[];
  readonly generateWorker?: string;
  readonly log?: ServiceContext["log"];
  readonly clock?: () => Date;
  readonly healthIntervalMs?: number;
}

/** The context of a service on a store. */
export function createContext(store: Store, options: ContextOptions, baseUrl: () => string): ServiceContext {
  const clock = options.clock ?? (() => new Date());
  return {
    db: store.db,
    secrets: store.secrets,
    workDir: store.workDir,
    clock,
    baseUrl,
    newId: createIds(clock),
    log: options.log ?? (() => {}),
    runtimeFiles: options.runtimeFiles,
    generateWorker: options.generateWorker ?? generateWorkerFile(),
    healthIntervalMs: options.healthIntervalMs ?? 15_000,
    watch: createProcessWatch(),
  };
}
