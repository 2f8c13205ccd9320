import { setTimeout as pause } from "node:timers/promises";
import type { ServiceApp } from "./app.ts";
import { assembleService } from "./assembleService.ts";
import { createAuditLog } from "./audit/auditLog.ts";
import { issueOwnerKey } from "./auth/owner.ts";
import { createTeam, type NewMemberKey, type TeamDefinition } from "./auth/team.ts";
import { createSandboxFinder, type SandboxFinder } from "./confinement/findSandbox.ts";
import type { ServiceContext } from "./context.ts";
import type { ControlApi } from "./control/controlRoutes.ts";
import { createRunners, type RunnerOptions } from "./createRunners.ts";
import { createPackageArchives } from "./dependencies/packageArchives.ts";
import type { DeploymentTimes } from "./deployments/deploymentTimes.ts";
import { createProcessWatch } from "./deployments/process/processWatch.ts";
import type { RunnerDrivers } from "./deployments/runners/serverRunners.ts";
import type { DiscoveryAccess } from "./discovery/discoveryRoutes.ts";
import { generateInChild } from "./generation/generatedVersion.ts";
import type { PublicAddress } from "./http/entrance.ts";
import { listenOnLoopback, listenOnPublicAddress } from "./http/listener.ts";
import type { RateLimit } from "./http/rateLimiter.ts";
import { generateWorkerFile } from "./programFiles.ts";
import type { SignInOptions } from "./signIn/signInRoutes.ts";
import { type BackupSchedule, startDatabaseBackups } from "./storage/databaseBackups.ts";
import { createIdGenerator } from "./storage/idGenerator.ts";
import { readServiceSetting, writeServiceSetting } from "./storage/serviceSettings.ts";
import { openServiceStorage, openTemporaryServiceStorage, type ServiceStorage } from "./storage/serviceStorage.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

export interface ServiceOptions extends ServiceContextOptions {
  /** null stores everything in memory, where `databaseBytes` can be the database at the start. */
  readonly dataDir: string | null;
  readonly databaseBytes?: Uint8Array;
  /** Without it the service listens on its previous port, or on a free one. */
  readonly port?: number | undefined;
  /** Members sign in at an OpenID provider, besides with keys. */
  readonly signIn?: SignInOptions | undefined;
  /** Who may read the registry by the field's protocols; undefined: no one. */
  readonly discovery?: DiscoveryAccess | undefined;
  readonly deploymentTimes?: Partial<DeploymentTimes>;
  readonly rateLimit?: RateLimit;
  readonly bodyLimit?: number;
  /** The control API for the same user's editor. */
  readonly local?: ControlApi;
  /** The service creates what is missing of the team. */
  readonly team?: TeamDefinition | undefined;
  readonly backups?: BackupSchedule;
  /** Called when the database is damaged. The next start repairs it as far as possible. */
  readonly onDamage?: () => void;
}

export interface RunningService {
  readonly url: string;
  /** The URL on this machine, the same as `url` without a public address. */
  readonly localUrl: string;
  /** The API key of a fresh database. The service cannot show it again. */
  readonly firstKey: string | undefined;
  /** The API keys of new team members. */
  readonly newKeys: readonly NewMemberKey[];
  /** A message about the start for the user. */
  readonly notice: string | undefined;
  /** The URL of the last run, if another program uses its port now. */
  readonly previousUrl: string | undefined;
  readonly app: ServiceApp;
  readonly context: ServiceContext;
  /** Creates an API key with every scope. */
  issueKey(name: string): string;
  /** Serves `ms` longer while `/readyz` says that the service stops; running requests get as long when it closes. */
  drain(ms: number): Promise<void>;
  /** Stops listening, gives running requests a moment to finish, then stops running work. */
  close(): Promise<void>;
}

const defaultDrainMs = 500;
const defaultAuditDays = 365;

/** Opens the storage, builds the service and listens. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const storage =
    options.dataDir === null
      ? openTemporaryServiceStorage(options.databaseBytes)
      : openServiceStorage(options.dataDir, options.onDamage);
  try {
    return await startWithStorage(storage, options);
  } catch (error) {
    storage.close();
    throw error;
  }
}

async function startWithStorage(storage: ServiceStorage, options: ServiceOptions): Promise<RunningService> {
  let port = 0;
  let isReady = false;
  let drainMs = defaultDrainMs;
  const { publicAddress } = options;
  const localUrl = () => `http://127.0.0.1:${port}`;
  const context = createServiceContext(storage, options, localUrl, publicAddress && (() => publicAddress.url));
  const { app, resume, endWaits, close, firstKey } = assembleService(context, {
    ...options,
    isReady: () => isReady && canRead(storage.db),
  });
  const setting = readServiceSetting(storage.db, "port");
  const previousPort = setting === undefined ? undefined : Number(setting);
  const fetch: Parameters<typeof listenOnLoopback>[0] = (request, bindings) => app.fetch(request, bindings);
  const listeners = [await listenOnLoopback(fetch, options.port, previousPort)];
  const closeListeners = () => Promise.all(listeners.map((listener) => listener.close(drainMs)));
  port = listeners[0]?.port ?? 0;
  let newKeys: readonly NewMemberKey[];
  try {
    if (publicAddress) listeners.push(await listenOnPublicAddress(fetch, publicAddress));
    newKeys = options.team ? createTeam(context, options.team) : [];
    writeServiceSetting(storage.db, "port", String(port));
    await resume();
    isReady = true;
  } catch (error) {
    await closeListeners();
    throw error;
  }
  const { file } = storage;
  if (storage.notice !== undefined) context.log("error", storage.notice);
  const notice = joinNotices([storage.notice, publicAddress && (await warnOfUnconfinedServers(context))]);
  const onDamage = options.onDamage ?? (() => {});
  const backups = file === null ? undefined : startDatabaseBackups({ ...context, file, onDamage }, options.backups);
  return {
    url: context.baseUrl(),
    localUrl: localUrl(),
    firstKey,
    newKeys,
    notice,
    previousUrl: previousPort === undefined || previousPort === port ? undefined : `http://127.0.0.1:${previousPort}`,
    app,
    context,
    issueKey: (name) => issueOwnerKey(context, name),
    drain: async (ms) => {
      isReady = false;
      endWaits();
      drainMs = ms;
      await pause(ms);
    },
    close: async () => {
      isReady = false;
      endWaits();
      try {
        await Promise.all([closeListeners(), backups?.close()]);
        await close();
      } finally {
        storage.close();
      }
    },
  };
}

const joinNotices = (notices: readonly (string | undefined)[]) =>
  notices.filter((notice) => notice !== undefined).join(" ") || undefined;

/** The code of each member then has the rights of the service's user, as far as Node lets it. */
async function warnOfUnconfinedServers({ sandbox, log }: ServiceContext): Promise<string | undefined> {
  const found = await sandbox.find();
  if (found.sandbox) return undefined;
  const notice = `The operating system does not confine the servers of members: ${found.reason}. ${found.remedy}`;
  log("warning", notice);
  return notice;
}

function canRead(db: ServiceStorage["db"]): boolean {
  try {
    return readServiceSetting(db, "port") !== undefined;
  } catch {
    return false;
  }
}

interface ServiceContextOptions {
  /** Records spans and metrics. The service does not close it. */
  readonly telemetry?: Telemetry | undefined;
  readonly runtimeFiles: readonly string[];
  /** By default in a worker thread. */
  readonly generate?: ServiceContext["generate"];
  /** Listens there too, for other machines. */
  readonly publicAddress?: PublicAddress | undefined;
  /** By default another machine of the same network, if there is a public address. */
  readonly userZone?: ServiceContext["userZone"];
  readonly log?: ServiceContext["log"];
  readonly clock?: () => Date;
  readonly healthIntervalMs?: number;
  /** Called when an agent starts to use a deployed server; the returned function ends the use. */
  readonly useRuntime?: () => () => void;
  readonly runners?: RunnerOptions;
  /** Ways to run servers in place of those that the service creates. */
  readonly drivers?: Partial<RunnerDrivers>;
  /** By default the sandbox of this machine. */
  readonly sandbox?: SandboxFinder;
  /** How long entries of the audit log are kept; without it and without a public address there is no audit log. */
  readonly auditDays?: number | undefined;
}

export function createServiceContext(
  storage: ServiceStorage,
  options: ServiceContextOptions,
  localUrl: () => string,
  baseUrl = localUrl,
): ServiceContext {
  const clock = options.clock ?? (() => new Date());
  const log = options.log ?? (() => {});
  // Members of a team are on other machines: this one's own ports are not theirs.
  const userZone = options.userZone ?? (options.publicAddress && "private");
  const sandbox = options.sandbox ?? createSandboxFinder((message) => log("info", message));
  const watch = createProcessWatch();
  const auditDays = options.auditDays ?? (options.publicAddress && defaultAuditDays);
  return {
    db: storage.db,
    secrets: storage.secrets,
    workDir: storage.workDir,
    packages: createPackageArchives(storage.packagesDir, { from: userZone, clock }),
    userZone,
    clock,
    baseUrl,
    localUrl,
    newId: createIdGenerator(clock, storage.db),
    log,
    runtimeFiles: options.runtimeFiles,
    generate: options.generate ?? generateInChild(generateWorkerFile(), watch),
    healthIntervalMs: options.healthIntervalMs ?? 15_000,
    useRuntime: options.useRuntime ?? (() => () => {}),
    watch,
    sandbox,
    telemetry: options.telemetry,
    runners: createRunners({ db: storage.db, log, sandbox }, options.runners ?? {}, options.drivers),
    audit: auditDays === undefined ? undefined : createAuditLog({ db: storage.db, clock, log }, auditDays),
  };
}
