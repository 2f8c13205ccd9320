import type * as z from "zod";
import type { DeploymentResource } from "../contract/deployments.ts";
import type { ApiKeyScope } from "../contract/operation.ts";
import type { OperationName } from "../contract/operations.ts";
import type { RouteName, routeTable } from "../contract/routes/routeTable.ts";
import type { AuditLog, AuditRecord } from "./audit/auditRecord.ts";
import type { SandboxFinder } from "./confinement/findSandbox.ts";
import type { PackageArchives } from "./dependencies/packageArchives.ts";
import type { ProcessWatch } from "./deployments/process/processWatch.ts";
import type { ServerRunners } from "./deployments/runners/serverRunners.ts";
import type { GenerateServer } from "./generation/generatedVersion.ts";
import type { AddressZone } from "./network/addressZone.ts";
import type { Database } from "./storage/database.ts";
import type { IdGenerator } from "./storage/idGenerator.ts";
import type { SecretBox } from "./storage/secretBox.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

/** Shared dependencies of the service. None of them is global. */
export interface ServiceContext {
  readonly db: Database;
  readonly clock: () => Date;
  readonly log: (level: "info" | "warning" | "error", message: string) => void;
  /** The folder with the files of every deployment. */
  readonly workDir: string;
  /** The packages that servers import. */
  readonly packages: PackageArchives;
  /** Where users are in the network: their URLs must not lead further inside. `undefined` is this machine. */
  readonly userZone: AddressZone | undefined;
  /** The shipped runtime, `runtime.mjs`. The service copies it into generated servers. */
  readonly runtimeFiles: readonly string[];
  /** The URL of the service for its clients: its public URL, or `localUrl` without one. */
  readonly baseUrl: () => string;
  /** `http://127.0.0.1:<port>`. A function, because the port is known only after the service listens. */
  readonly localUrl: () => string;
  readonly newId: IdGenerator;
  /** Encrypts secrets before they are stored. */
  readonly secrets: SecretBox;
  /** Generates servers from OpenAPI documents. */
  readonly generate: GenerateServer;
  /** The time between two probes of a running deployment. */
  readonly healthIntervalMs: number;
  /** An agent uses a deployed server until it calls the returned function. */
  readonly useRuntime: () => () => void;
  /** Watches the processes of servers. */
  readonly watch: ProcessWatch;
  /** The sandbox of this machine, for servers and scripts. */
  readonly sandbox: SandboxFinder;
  /** Records spans and metrics, if they are sent. */
  readonly telemetry?: Telemetry | undefined;
  /** Where servers can run. */
  readonly runners: ServerRunners;
  /** The list of who did what; undefined: the service keeps none. */
  readonly audit: AuditLog | undefined;
}

/** The user and the organization that an API key authenticates. */
export interface Caller {
  readonly keyId: string;
  readonly keyName: string;
  readonly keyExpiresAt: string | null;
  readonly userId: string;
  readonly userName: string;
  readonly organizationId: string;
  readonly scopes: readonly ApiKeyScope[];
}

/** One call of an operation or of a further route. The input is parsed and the caller has the required scope. */
export interface ServiceCall<N extends RouteName> {
  /** Query and body as one flat object, defaults filled in. */
  readonly input: z.output<Table[N]["query"]> & ParsedBody<N>;
  /** `undefined` where the operation's scope is null: such an operation authenticates the request itself. */
  readonly caller: Table[N]["scope"] extends null ? undefined : Caller;
  readonly ifMatch: string | undefined;
  readonly signal: AbortSignal;
  /** Says, for the audit log, whom an operation with the scope null has authenticated, and for which server. */
  readonly identify: (caller: Caller, serverId: string) => void;
  /** Says, for the audit log, what the request alone does not: who did what to which item. */
  readonly describe: (record: Partial<AuditRecord>) => void;
  /** The original request, for the few operations that need its headers. */
  readonly request: Request;
}

type Table = typeof routeTable;
type ParsedBody<N extends RouteName> = Table[N]["body"] extends z.ZodObject ? z.output<Table[N]["body"]> : object;
type Output<N extends RouteName> = Table[N]["output"] extends z.ZodType ? z.output<Table[N]["output"]> : undefined;

/** The output. An operation that changes nothing may return a promise, or a `Response` that is sent unchanged (streams, RFC 6749). */
type HandlerOutput<N extends RouteName> = Table[N] extends { method: "GET" } | { scope: null } | { safe: true }
  ? Output<N> | Response | Promise<Output<N> | Response>
  : Output<N>;

/**
 * Handles an operation. A change and its idempotency record share one transaction, so a handler that changes something is
 * synchronous. It throws failures as `ServiceProblem`.
 */
type Handler<N extends RouteName> = (call: ServiceCall<N>) => HandlerOutput<N>;

/**
 * What takes time before an operation that changes something, such as asking another program. It changes nothing, and throws failures as
 * `ServiceProblem`.
 */
export type OperationPreparations = {
  readonly [K in RouteName]?: (call: ServiceCall<K>) => Promise<void>;
};

export type OperationHandlers<N extends RouteName = OperationName> = { readonly [K in N]: Handler<K> };

/** Runs deployments. */
export interface DeploymentCommands {
  /** Records a deployment of a version and starts it. */
  deploy(request: {
    serverId: string;
    version: string;
    message: string | null;
    triggeredBy: string;
    /** It runs beside the live deployment. Without it, a preview of the version with the same variables becomes live. */
    preview?: boolean | undefined;
  }): DeploymentResource;
  /** Saves a server's `desiredState` and acts on it. `reason` says why, in the events of deployments that it stops. */
  setDesiredState(serverId: string, state: "running" | "stopped", reason?: string): void;
  /** The variables that a server's live process runs with; undefined: no process is live. */
  readLiveEnvironment(serverId: string): Readonly<Record<string, string>> | undefined;
  /** Starts every server whose desired state is `running`, and continues each interrupted deployment once. */
  resume(): Promise<void>;
  /** Stops every process and resolves when all have exited. */
  close(): Promise<void>;
}
