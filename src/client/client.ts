import type { Deployment, DeploymentEvent } from "../contract/deployments.ts";
import type { ClientCredentials } from "../contract/dialectProfile.ts";
import type {
  ListOperationItem,
  ListOperationName,
  OperationInput,
  OperationName,
  ReceivedOutput,
} from "../contract/operations.ts";
import type { AuditPage, AuditQuery } from "../contract/routes/auditRoute.ts";
import type { GrantPage, GrantRequestList, GrantsQuery } from "../contract/routes/grantRoutes.ts";
import type { RehearsalInput, RehearsalPage } from "../contract/routes/previewRoutes.ts";
import type { Recording, TracesPage } from "../contract/routes/recordingRoutes.ts";
import type { RouteName } from "../contract/routes/routeTable.ts";
import type { ServerToolCalls } from "../contract/routes/toolCallsRoute.ts";
import type { ToolsQuery, VersionTool } from "../contract/routes/toolsRoute.ts";
import type { Clock } from "./clock.ts";
import type { NetworkError, UnauthorizedError } from "./errors.ts";
import type { NetworkSettings, ProxyEnvironment } from "./network/proxy.ts";

/** Calls the service; every failure is one of `errors.ts`. */
export interface ServiceClient extends OperationCalls {
  /** Items of all pages, one request a page. */
  list<N extends ListOperationName>(
    name: N,
    input: OperationInput<N>,
    options?: CallOptions,
  ): AsyncGenerator<ListOperationItem<N>, void>;
  /**
   * Events after a sequence, each once and in order, as they happen. Ends after the last event of a finished
   * deployment, or when aborted.
   */
  events(deploymentId: string, options: FollowEventsOptions): AsyncGenerator<DeploymentEvent, void>;
  /** One page of the audit log. Only Fairlead's own service has one. */
  readAuditLog(query: AuditQuery, options?: CallOptions): Promise<AuditPage>;
  /** The tools of a server's version. Only Fairlead's own service has the route: `hasTools` of the version says so. */
  readVersionTools(query: ToolsQuery, options?: CallOptions): Promise<readonly VersionTool[]>;
  /** The calls of each tool of a server. Only Fairlead's own service has the route: `toolCallsSince` of the server says so. */
  readToolCalls(serverId: string, options?: CallOptions): Promise<ServerToolCalls>;
  /** One page of the agents with access. Only Fairlead's own service has the routes. */
  readGrants(query: GrantsQuery, options?: CallOptions): Promise<GrantPage>;
  revokeGrant(id: string, options?: CallOptions): Promise<void>;
  /** The agents that ask for access: at once, or when they differ from those of a revision. */
  readGrantRequests(query: { readonly revision?: string }, options?: CallOptions): Promise<GrantRequestList>;
  answerGrantRequest(id: string, answer: { readonly allow: boolean; readonly number?: string }): Promise<void>;
  /** Ends a deployment that runs beside the live one. Only Fairlead's own service has them: `preview` of the deployment says so. */
  discardPreview(deploymentId: string, options?: CallOptions): Promise<void>;
  /** The next of the recorded calls, or of those of test cases, made again at a preview. Only Fairlead's own service has them. */
  rehearse(query: RehearsalInput, options?: CallOptions): Promise<RehearsalPage>;
  /** The recording of a deployment and a page of its traces. Only Fairlead's own service has one: `recording` of the deployment says so. */
  readTraces(query: { readonly id: string; readonly after: number }, options?: CallOptions): Promise<TracesPage>;
  /** Starts or stops the recording of a deployment's calls. */
  changeRecording(deploymentId: string, active: boolean, options?: CallOptions): Promise<Recording>;
  /** Ends every connection; calls under way fail. */
  close(): Promise<void>;
}

/** The ways to call one operation. */
export interface OperationCalls {
  call<N extends OperationName>(name: N, input: OperationInput<N>, options?: CallOptions): Promise<ReceivedOutput<N>>;
  /** The JSON of a successful response as the service sent it. */
  fetchJson<N extends OperationName>(name: N, input: OperationInput<N>, options?: CallOptions): Promise<unknown>;
  /** The response whatever its status; the caller has checked the input. Fails where there is no response. */
  fetchResponse(name: OperationName, input: object, options?: CallOptions): Promise<RawResponse>;
}

export const defaultDeadlineMs = 30_000;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For the whole call with its retries; `defaultDeadlineMs` by default. */
  readonly deadlineMs?: number;
  /** The etag that the changed thing had when it was read. */
  readonly ifMatch?: string | undefined;
  /** A POST that is sent again under the same key takes effect once; random for each call by default. */
  readonly idempotencyKey?: string;
  readonly organizationId?: string;
  /**
   * In place of the connection's. null: the request is not confirmed, because it is sent in the background or completes what has
   * already happened.
   */
  readonly confirmRequest?: ConfirmRequest | null;
}

/** A request that changes something, as another service gets it. Secrets are masked. */
export interface RequestPreview {
  readonly operation: OperationName;
  readonly host: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The fields of its JSON or of its form; undefined where there is no body. */
  readonly body: unknown;
}

/** Decides whether a request is sent. */
export type ConfirmRequest = (preview: RequestPreview) => Promise<boolean>;

/** A response with any status; the key and the client's secret are redacted. */
export interface RawResponse {
  readonly status: number;
  readonly requestId: string | undefined;
  /** From the first attempt to the end of the last one. */
  readonly durationMs: number;
  /** Its JSON, or its text where it is none; undefined where there is no body. */
  readonly body: unknown;
}

export type EventFollowState = "live" | "polling" | "reconnecting";

/** Decides when events are read again, where the service does not stream them. */
export interface EventPolling {
  /**
   * Resolves for the next read; rejects when aborted. `quietReads` counts the reads without a new event, `deployment`
   * is its state after the last of them.
   */
  wait(quietReads: number, deployment: Deployment | undefined, signal: AbortSignal): Promise<void>;
}

export interface FollowEventsOptions {
  /** The last sequence already known; 0 for all. */
  readonly after?: number;
  readonly signal: AbortSignal;
  readonly onState?: (state: EventFollowState) => void;
  /** Every 1 to 5 seconds by default. */
  readonly polling?: EventPolling;
}

export interface ServiceClientOptions {
  /** Where the service is; may have a path. */
  readonly baseUrl: string;
  /** The key, or the client secret of client credentials. Read once a call. */
  readonly key: (clientCredentials?: ClientCredentials) => Promise<string | undefined>;
  /** Where the service takes access tokens in place of the key. Read once a call. */
  readonly clientCredentials?: () => ClientCredentials | undefined;
  /** The authorization server accepted the client secret in this way, which the credentials do not say. */
  readonly onClientAuthentication?: (method: NonNullable<ClientCredentials["authentication"]>) => void;
  /** The organization of a call whose options name none; undefined: the key's own. Read once a call. */
  readonly organizationId?: () => string | undefined;
  /** The service refused the key of an operation that needs one; may be called more than once for one failure. */
  readonly onUnauthorized?: (error?: UnauthorizedError) => void;
  /** Called after each call: undefined if the service responded, else why it was not reached. */
  readonly onReachability?: (error: NetworkError | undefined) => void;
  /** Called before each change at a service that does not speak the contract; by default every change is sent. */
  readonly confirmRequest?: ConfirmRequest | undefined;
  /** The product and version that every request names: `Fairlead/1.2.3`. */
  readonly userAgent?: string;
  readonly network?: NetworkSettings;
  readonly environment?: ProxyEnvironment;
  readonly log?: (entry: RequestLogEntry) => void;
  readonly clock?: Clock;
  /** 0 to 1. */
  readonly random?: () => number;
}

/** One attempt of a call, for the log. It holds no query, no body and no key. */
export interface RequestLogEntry {
  readonly operation: RouteName;
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly ms: number;
  readonly attempt: number;
  readonly requestId?: string;
  readonly error?: string;
}
