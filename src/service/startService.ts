import type { ServiceApp } from "./app.ts";
import { assembleService } from "./assembleService.ts";
import { issueOwnerKey } from "./auth/owner.ts";
import { createTeam, type NewMemberKey, type TeamDefinition } from "./auth/team.ts";
import { createSandboxFinder, type SandboxFinder } from "./confinement/findSandbox.ts";
import type { ServiceContext } from "./context.ts";
import type { ControlApi } from "./control/controlRoutes.ts";
import { createProcessWatch } from "./deployments/process/processWatch.ts";
import { listenOnLoopback } from "./http/listenOnLoopback.ts";
import type { RateLimit } from "./http/rateLimiter.ts";
import { generateWorkerFile } from "./programFiles.ts";
import { type BackupSchedule, startDatabaseBackups } from "./storage/databaseBackups.ts";
import { createIdGenerator } from "./storage/idGenerator.ts";
import { readServiceSetting, writeServiceSetting } from "./storage/serviceSettings.ts";
import { openServiceStorage, openTemporaryServiceStorage, type ServiceStorage } from "./storage/serviceStorage.ts";

export interface ServiceOptions extends ServiceContextOptions {
  /** null stores everything in memory. */
  readonly dataDir: string | null;
  /** Without it the service listens on its previous port, or on a free one. */
  readonly port?: number;
  readonly rateLimit?: RateLimit;
  readonly bodyLimit?: number;
  /** The control API for the same user's editor. */
  readonly local?: ControlApi;
  /** The service creates what is missing of the team. */
  readonly team?: TeamDefinition;
  readonly backups?: BackupSchedule;
  /** Called when the database is damaged. The next start repairs it as far as possible. */
  readonly onDamage?: () => void;
}

export interface RunningService {
  readonly url: string;
  /** The API key of a fresh database. The service cannot show it again. */
  readonly firstKey: string | undefined;
  /** The API keys of new team members. */
  readonly newKeys: readonly NewMemberKey[];
  /** A message about the start for the user. */
  readonly notice: string | undefined;
  /** The URL of the last run, if another program uses its port now. */
  readonly previousUrl: string | undefined;
  readonly app: ServiceApp;
  /** Creates an API key with every scope. */
  issueKey(name: string): string;
  /** Stops listening, then stops running work. */
  close(): Promise<void>;
}

/** Opens the storage, builds the service and listens. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const storage =
    options.dataDir === null ? openTemporaryServiceStorage() : openServiceStorage(options.dataDir, options.onDamage);
  try {
    return await startWithStorage(storage, options);
  } catch (error) {
    storage.close();
    throw error;
  }
}

async function startWithStorage(storage: ServiceStorage, options: ServiceOptions): Promise<RunningService> {
  let port = 0;
  const context = createServiceContext(storage, options, () => `http://127.0.0.1:${port}`);
  const { app, resume, close, firstKey } = assembleService(context, {
    ...(options.rateLimit && { rateLimit: options.rateLimit }),
    ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
    ...(options.local && { local: options.local }),
  });
  const setting = readServiceSetting(storage.db, "port");
  const previousPort = setting === undefined ? undefined : Number(setting);
  const listener = await listenOnLoopback(
    (request, bindings) => app.fetch(request, bindings),
    options.port,
    previousPort,
  );
  port = listener.port;
  let newKeys: readonly NewMemberKey[];
  try {
    newKeys = options.team ? createTeam(context, options.team) : [];
    writeServiceSetting(storage.db, "port", String(port));
    await resume();
  } catch (error) {
    await listener.close();
    throw error;
  }
  const { file, notice } = storage;
  if (notice !== undefined) context.log("error", notice);
  const onDamage = options.onDamage ?? (() => {});
  const backups = file === null ? undefined : startDatabaseBackups({ ...context, file, onDamage }, options.backups);
  return {
    url: context.baseUrl(),
    firstKey,
    newKeys,
    notice,
    previousUrl: previousPort === undefined || previousPort === port ? undefined : `http://127.0.0.1:${previousPort}`,
    app,
    issueKey: (name) => issueOwnerKey(context, name),
    close: async () => {
      try {
        await Promise.all([listener.close(), backups?.close()]);
        await close();
      } finally {
        storage.close();
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
  /** Called when an agent starts to use a deployed server; the returned function ends the use. */
  readonly useRuntime?: () => () => void;
  /** By default the sandbox of this machine. */
  readonly sandbox?: SandboxFinder;
}

export function createServiceContext(
  storage: ServiceStorage,
  options: ServiceContextOptions,
  baseUrl: () => string,
): ServiceContext {
  const clock = options.clock ?? (() => new Date());
  const log = options.log ?? (() => {});
  const sandbox = options.sandbox ?? createSandboxFinder((message) => log("info", message));
  return {
    db: storage.db,
    secrets: storage.secrets,
    workDir: storage.workDir,
    clock,
    baseUrl,
    newId: createIdGenerator(clock, storage.db),
    log,
    runtimeFiles: options.runtimeFiles,
    generateWorker: options.generateWorker ?? generateWorkerFile(),
    healthIntervalMs: options.healthIntervalMs ?? 15_000,
    useRuntime: options.useRuntime ?? (() => () => {}),
    watch: createProcessWatch(),
    sandbox,
  };
}
