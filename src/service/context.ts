import type { DeploymentResource } from "../contract/deployments.ts";
import type { ApiKeyScope } from "../contract/operation.ts";
import type { OperationInput, OperationName, OperationOutput } from "../contract/operations.ts";
import type { ProcessWatch } from "./deployments/process/processWatch.ts";
import type { Database } from "./storage/database.ts";
import type { IdGenerator } from "./storage/idGenerator.ts";
import type { SecretBox } from "./storage/secretBox.ts";

/** What every part of the service is given: nothing in it is global. */
export interface ServiceContext {
  readonly db: Database;
  readonly clock: () => Date;
  readonly log: (level: "info" | "warning" | "error", message: string) => void;
  /** Where deployments are laid out on disk. */
  readonly workDir: string;
  /** The shipped runtime, `runtime.mjs`: copied into generated servers. */
  readonly runtimeFiles: readonly string[];
  /** `http://127.0.0.1:<port>`; only known once the service listens, hence a function. */
  readonly baseUrl: () => string;
  readonly newId: IdGenerator;
  /** What must not lie on disk in plain goes through here. */
  readonly secrets: SecretBox;
  /** The module a generation runs in, as a worker thread. */
  readonly generateWorker: string;
  /** How often a running deployment is probed. */
  readonly healthIntervalMs: number;
  /** Of the processes of servers. */
  readonly watch: ProcessWatch;
}

/** Who is calling, proven by an API key. */
export interface Caller {
  readonly keyId: string;
  readonly keyName: string;
  readonly userId: string;
  readonly userName: string;
  readonly organizationId: string;
  readonly scopes: readonly ApiKeyScope[];
}

/** One call of an operation: its input is parsed, its caller is known and allowed. */
export interface ServiceCall<N extends OperationName> {
  readonly input: ParsedInputOf<N>;
  /** undefined where the table's scope is null: such an operation finds out by itself. */
  readonly caller: Table[N]["scope"] extends null ? undefined : Caller;
  readonly ifMatch: string | undefined;
  readonly signal: AbortSignal;
  /** The request as it came, for the few operations that need its headers. */
  readonly request: Request;
}

/** Query and body as one flat object, defaults filled in. */
type ParsedInputOf<N extends OperationName> = Required<Pick<OperationInput<N>, never>> & ParsedQuery<N> & ParsedBody<N>;
type Table = import("../contract/operations.ts").OperationTable;
type ParsedQuery<N extends OperationName> = import("zod").output<Table[N]["query"]>;
type ParsedBody<N extends OperationName> = Table[N]["body"] extends import("zod").ZodObject
  ? import("zod").output<Table[N]["body"]>
  : object;

/** The output; where nothing is changed also later, or as a `Response` that is passed on as it is (streams, RFC 6749). */
type Given<N extends OperationName> = Table[N] extends { method: "GET" } | { scope: null } | { safe: true }
  ? OperationOutput<N> | Response | Promise<OperationOutput<N> | Response>
  : OperationOutput<N>;

/**
 * Answers an operation. What changes something is one transaction with the record of its answer, so it is synchronous.
 * Failures are thrown as `ServiceProblem`.
 */
type Handler<N extends OperationName> = (call: ServiceCall<N>) => Given<N>;

export type OperationHandlers<N extends OperationName = OperationName> = { readonly [K in N]: Handler<K> };

/** Runs deployments; the rest of the service asks it, it never asks back. */
export interface DeploymentCommands {
  /** Records a deployment of a version and starts working on it. */
  deploy(order: { serverId: string; version: string; message: string | null; triggeredBy: string }): DeploymentResource;
  /** Acts on a server's `desiredState`, which the caller has already stored. */
  setDesiredState(serverId: string, state: "running" | "stopped"): void;
  /** Brings back every server whose desired state is `running`, and takes up again, once, what was on its way. */
  resume(): Promise<void>;
  /** Stops every process; resolves when none is left. */
  close(): Promise<void>;
}
