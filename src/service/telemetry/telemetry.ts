import type { MiddlewareHandler } from "hono";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";

/** Attributes of spans and metrics by OpenTelemetry's semantic conventions. None names a user or holds a secret. */
export type TelemetryAttributes = Readonly<Record<string, string | number>>;

export type CounterName = "fairlead.tool_calls" | "fairlead.server.restarts" | "fairlead.test_runs";

/** Records spans and metrics of the service's work. A service that sends no telemetry has none of these. */
export interface Telemetry {
  /** Runs a task in a span. A rejection ends the span as failed. */
  runInSpan<T>(start: SpanStart, task: (span: Span) => Promise<T>): Promise<T>;
  /** Records a request to the service that took some seconds. */
  recordRequest(seconds: number, attributes: TelemetryAttributes): void;
  add(counter: CounterName, amount: number, attributes: TelemetryAttributes): void;
  /** `read` returns the number of running servers. */
  observeRunningServers(read: () => number): void;
  /** Sends what was recorded, within `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

export interface SpanStart {
  readonly name: string;
  /** The headers of a request to the service, which may name the parent. Without a request the running span is the parent. */
  readonly request?: Readonly<Record<string, string | undefined>>;
  /** Starts a new trace, although another span may be running. */
  readonly isRoot?: boolean;
  readonly attributes: TelemetryAttributes;
}

export interface Span {
  /** The headers with which a request to another program becomes a child of this span. */
  readonly headers: Readonly<Record<string, string>>;
  rename(name: string): void;
  addAttributes(attributes: TelemetryAttributes): void;
  /** Marks the span as failed. `type` is one of few words or names. */
  fail(type: string): void;
}

/** Runs a task in a span, or without one if no telemetry is sent. */
export function runInSpan<T>(
  telemetry: Telemetry | undefined,
  start: SpanStart,
  task: (span?: Span) => Promise<T>,
): Promise<T> {
  return telemetry ? telemetry.runInSpan(start, task) : task();
}

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
