import type { Operation } from "../../contract/operation.ts";
import type { AuditRecord } from "../audit/auditRecord.ts";
import type { Caller } from "../context.ts";
import type { Span } from "../telemetry/telemetry.ts";

/** Variables that the middlewares and routes set on a request. */
export interface HttpEnvironment {
  Variables: {
    requestId: string;
    /** Where the request comes from, "" if that is unknown. */
    clientAddress: string;
    /** Whose requests count together for a limit. */
    clientNetwork: string;
    /** Set by the route of an operation. */
    operationRequest?: OperationRequest;
    /** The span of the request, if telemetry is sent. */
    span?: Span;
    /** What a route adds to its telemetry, with the status of a response that it sent on Node's own response. */
    observed?: { readonly status?: number; readonly "fairlead.server.id": string };
  };
}

/** What is known of a request for an operation, for the audit log. The route fills it in. */
export interface OperationRequest {
  readonly name: string;
  readonly operation: Operation;
  caller?: Caller;
  input?: Readonly<Record<string, unknown>>;
  /** What the handler says about it, in place of what the request says. */
  described?: Partial<AuditRecord>;
  /** The entry of the change is written, or the change was made by an earlier request with the same idempotency key. */
  isAudited?: boolean;
}
