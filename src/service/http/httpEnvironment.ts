import type { Span } from "../telemetry/telemetry.ts";

/** Variables that the middlewares set on a request. */
export interface HttpEnvironment {
  Variables: {
    requestId: string;
    /** The span of the request, if telemetry is sent. */
    span?: Span;
    /** The status of a response that was sent on Node's own response. */
    sentStatus?: number;
  };
}
