import type { MiddlewareHandler } from "hono";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { Telemetry, TelemetryAttributes } from "./telemetry.ts";

/** Records a span and the duration of each request of a route. */
export function observeRequests(
  telemetry: Telemetry,
  name: string,
  route: string,
  readAttributes: (path: Record<string, string>) => TelemetryAttributes = () => ({}),
): MiddlewareHandler<HttpEnvironment> {
  return (c, next) => {
    const attributes = { "http.request.method": c.req.method, "http.route": route, ...readAttributes(c.req.param()) };
    const request = { traceparent: c.req.header("traceparent"), tracestate: c.req.header("tracestate") };
    const startedAt = performance.now();
    return telemetry.runInSpan({ name, request, attributes }, async (span) => {
      c.set("span", span);
      await next();
      const status = c.get("sentStatus") ?? c.res.status;
      const outcome = { "http.response.status_code": status };
      span.addAttributes(outcome);
      // By the conventions a client's mistake is no failure of the server.
      if (status >= 500) span.fail(c.error instanceof ServiceProblem ? c.error.code : String(status));
      telemetry.recordRequest((performance.now() - startedAt) / 1000, { ...attributes, ...outcome });
    });
  };
}
