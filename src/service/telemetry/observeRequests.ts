import type { MiddlewareHandler } from "hono";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { Telemetry, TelemetryAttributes } from "./telemetry.ts";

/** Records a span and the duration of each request of a route. The route may add attributes and its status as `observed`. */
export function observeRequests(
  telemetry: Telemetry,
  name: string,
  attributes: TelemetryAttributes,
): MiddlewareHandler<HttpEnvironment> {
  return (c, next) => {
    const request = { traceparent: c.req.header("traceparent"), tracestate: c.req.header("tracestate") };
    const known = { "http.request.method": c.req.method, ...attributes };
    const startedAt = performance.now();
    return telemetry.runInSpan({ name, request, attributes: known }, async (span) => {
      c.set("span", span);
      await next();
      const { status = c.res.status, ...added } = c.get("observed") ?? {};
      const outcome = { "http.response.status_code": status, ...added };
      span.addAttributes(outcome);
      // By the conventions a client's mistake is no failure of the server.
      if (status >= 500) span.fail(c.error instanceof ServiceProblem ? c.error.code : String(status));
      telemetry.recordRequest((performance.now() - startedAt) / 1000, { ...known, ...outcome });
    });
  };
}
