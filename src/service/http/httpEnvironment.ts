import type { Span } from "../telemetry/telemetry.ts";

/** Variables that the middlewares set on a request. */
export interface HttpEnvironment {
  Variables: {
    requestId: string;
    /** The span of the request, if telemetry is sent. */
    span?: Span;
    /** What a route adds to its telemetry, with the status of a response that it sent on Node's own response. */
    observed?: { readonly status?: number; readonly "fairlead.server.id": string };
  };
}
