import type { ServiceApp } from "./app.ts";
import { assembleService } from "./assembleService.ts";
import { issueOwnerKey } from "./auth/owner.ts";
import { createTeam, type NewMemberKey, type TeamDefinition } from "./auth/team.ts";
import type { ServiceContext } from "./context.ts";
import { type ControlApi, createControlRoutes } from "./control/controlRoutes.ts";
import { createProcessWatch } from "./deployments/process/processWatch.ts";
import { listenOnLoopback } from "./http/listenOnLoopback.ts";
import type { RateLimit } from "./http/rateLimiter.ts";
import { generateWorkerFile } from "./programFiles.ts";
import { type BackupSchedule, startDatabaseBackups } from "./storage/databaseBackups.ts";
import { createIdGenerator } from "./storage/idGenerator.ts";
import { readServiceSetting, writeServiceSetting } from "./storage/serviceSettings.ts";
import { openServiceStorage, openTemporaryServiceStorage, type ServiceStorage } from "./storage/serviceStorage.ts";

export interface ServiceOptions extends ServiceContextOptions {
  /** null: everything in memory. */
  readonly dataDir: string | null;
  /** Exactly this one; without it the one of the last time, or a free one. */
  readonly port?: number;
  readonly rateLimit?: RateLimit;
  readonly bodyLimit?: number;
  /** The door for the same user's editor, where there is one. */
  readonly local?: ControlApi;
  /** Made where it is missing. */
  readonly team?: TeamDefinition;
  readonly backups?: BackupSchedule;
  /** The database turned out to be damaged: the next start mends what it can. */
  readonly onDamage?: () => void;
}

export interface RunningService {
  readonly url: string;
  /** The key made for a fresh database; it cannot be had again. */
  readonly firstKey: string | undefined;
  /** Of the team's members that were just made. */
  readonly newKeys: readonly NewMemberKey[];
  /** What the user has to know of the start. */
  readonly notice: string | undefined;
  readonly app: ServiceApp;
  /** A new key with every scope. */
  issueKey(name: string): string;
  /** Stops listening, then what runs. */
  close(): Promise<void>;
}

/** Opens, assembles and listens. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const store =
    options.dataDir === null ? openTemporaryServiceStorage() : openServiceStorage(options.dataDir, options.onDamage);
  try {
    return await startOn(store, options);
  } catch (error) {
    store.close();
    throw error;
  }
}

async function startOn(store: ServiceStorage, options: ServiceOptions): Promise<RunningService> {
  let port = 0;
  const context = createServiceContext(store, options, () => `http://127.0.0.1:${port}`);
  const { app, resume, close, firstKey } = assembleService(context, {
    ...(options.rateLimit && { rateLimit: options.rateLimit }),
    ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
    ...(options.local && { routes: [createControlRoutes(context, options.local)] }),
  });
  const last = readServiceSetting(store.db, "port");
  const listener = await listenOnLoopback(
    (request, bindings) => app.fetch(request, bindings),
    options.port,
    last === undefined ? undefined : Number(last),
  );
  port = listener.port;
  let newKeys: readonly NewMemberKey[];
  try {
    newKeys = options.team ? createTeam(context, options.team) : [];
    writeServiceSetting(store.db, "port", String(port));
    await resume();
  } catch (error) {
    await listener.close();
    throw error;
  }
  const { file, notice } = store;
  if (notice !== undefined) context.log("error", notice);
  const onDamage = options.onDamage ?? (() => {});
  const backups = file === null ? undefined : startDatabaseBackups({ ...context, file, onDamage }, options.backups);
  return {
    url: context.baseUrl(),
    firstKey,
    newKeys,
    notice,
    app,
    issueKey: (name) => issueOwnerKey(context, name),
    close: async () => {
      try {
        await Promise.all([listener.close(), backups?.close()]);
        await close();
      } finally {
        store.close();
      }
    },
  };
}

interface ServiceContextOptions {
  readonly runtimeFiles: readonly string[];
  readonly generateWorker?: string;
  readonly log?: ServiceContext["log"];
  readonly clock?: () => Date;
  readonly healthIntervalMs?: number;
}

/** The context of a service on a store. */
export function createServiceContext(
  store: ServiceStorage,
  options: ServiceContextOptions,
  baseUrl: () => string,
): ServiceContext {
  const clock = options.clock ?? (() => new Date());
  return {
    db: store.db,
    secrets: store.secrets,
    workDir: store.workDir,
    clock,
    baseUrl,
    newId: createIdGenerator(clock),
    log: options.log ?? (() => {}),
    runtimeFiles: options.runtimeFiles,
    generateWorker: options.generateWorker ?? generateWorkerFile(),
    healthIntervalMs: options.healthIntervalMs ?? 15_000,
    watch: createProcessWatch(),
  };
}
