import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import {
  context,
  DiagLogLevel,
  diag,
  type Meter,
  metrics,
  type Span as OtelSpan,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";
import type { CounterName, Span, SpanStart, Telemetry } from "./telemetry.ts";

export interface OtlpOptions {
  /** The URL that receives telemetry by OTLP over HTTP, without the path of a signal. */
  readonly endpoint: string;
  readonly version: string;
  readonly log: (message: string) => void;
}

const counters: Readonly<Record<CounterName, string>> = {
  "fairlead.tool_calls": "Calls of tools through the gateway.",
  "fairlead.server.restarts": "Crashes of servers after which they are started again.",
  "fairlead.test_runs": "Finished test runs.",
};

/** The buckets of the semantic conventions for HTTP, in seconds. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const loopResolutionMs = 20;

/** The delay of a timer of the event loop. What Node measures includes the time that the timer waits. */
const toDelaySeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - loopResolutionMs / 1000);

/** Sends spans and metrics by OTLP, as the variables `OTEL_*` of the environment say. */
export function startOtlpTelemetry(options: OtlpOptions): Telemetry {
  if (process.env.OTEL_LOG_LEVEL === undefined) logFailures(options);
  const sdk = withEnvironment(createSdkEnvironment(options), () => {
    const started = new NodeSDK();
    started.start();
    return started;
  });
  const meter = metrics.getMeter("fairlead", options.version);
  const stopProcessMetrics = observeProcess(meter);
  return {
    runInSpan: createSpanRunner(trace.getTracer("fairlead", options.version)),
    ...createMetrics(meter),
    close: async (timeoutMs) => {
      const isSent = await isDoneWithin(timeoutMs, sdk.shutdown());
      if (!isSent)
        options.log(
          `The last spans and metrics could not be sent to ${getOrigin(options)} before the service stopped.`,
        );
      stopProcessMetrics();
      for (const api of [trace, metrics, context, propagation, diag]) api.disable();
    },
  };
}

const getOrigin = ({ endpoint }: OtlpOptions) => new URL(endpoint).origin;

async function isDoneWithin(timeoutMs: number, work: Promise<void>): Promise<boolean> {
  const timeout = new AbortController();
  const timedOut = delay(timeoutMs, false, { signal: timeout.signal }).catch(() => false);
  try {
    const done = work.then(
      () => true,
      () => false,
    );
    return await Promise.race([done, timedOut]);
  } finally {
    timeout.abort();
  }
}

/** Logs the first of the failures in a row: while a receiver is down, every attempt fails. */
function logFailures(options: OtlpOptions): void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const pauseMs = 10 * 60_000;
  const report = () => {
    if (performance.now() - loggedAt < pauseMs) return;
    loggedAt = performance.now();
    // The SDK's message may contain the response of the receiver and headers.
    options.log(
      `Telemetry could not be sent to ${getOrigin(options)}. Check that it receives OTLP over HTTP. Some spans and metrics are lost.`,
    );
  };
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}

/** What the SDK reads from the environment. By default its resource would name the user and the arguments of the process. */
function createSdkEnvironment({ endpoint, version }: OtlpOptions): Readonly<Record<string, string>> {
  const { OTEL_RESOURCE_ATTRIBUTES: attributes, OTEL_NODE_RESOURCE_DETECTORS: detectors } = process.env;
  const resource = ["service.name=fairlead", `service.version=${version}`, ...(attributes ? [attributes] : [])];
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_RESOURCE_ATTRIBUTES: resource.join(","),
    OTEL_NODE_RESOURCE_DETECTORS: detectors ?? "env,serviceinstance",
    OTEL_LOGS_EXPORTER: "none",
  };
}

/** Sets variables only while the SDK reads them. */
function withEnvironment<T>(values: Readonly<Record<string, string>>, task: () => T): T {
  const before = { ...process.env };
  Object.assign(process.env, values);
  try {
    return task();
  } finally {
    for (const name of Object.keys(values)) {
      const value = before[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

function createSpanRunner(tracer: Tracer): Telemetry["runInSpan"] {
  return (start, task) => {
    const options = { kind: start.request ? SpanKind.SERVER : SpanKind.INTERNAL, attributes: start.attributes };
    return tracer.startActiveSpan(start.name, options, findParent(start), async (span) => {
      try {
        return await task(toSpan(span));
      } catch (error) {
        failSpan(span, error instanceof Error ? error.name : "unknown");
        throw error;
      } finally {
        span.end();
      }
    });
  };
}

function findParent({ request, isRoot }: SpanStart) {
  if (request) return propagation.extract(ROOT_CONTEXT, request);
  return isRoot ? ROOT_CONTEXT : context.active();
}

function toSpan(span: OtelSpan): Span {
  const active = context.active();
  return {
    get headers() {
      const headers: Record<string, string> = {};
      propagation.inject(active, headers);
      return headers;
    },
    rename: (name) => void span.updateName(name),
    addAttributes: (attributes) => void span.setAttributes(attributes),
    fail: (type) => failSpan(span, type),
  };
}

function failSpan(span: OtelSpan, type: string): void {
  span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
}

function createMetrics(meter: Meter): Pick<Telemetry, "recordRequest" | "add" | "observeRunningServers"> {
  const duration = meter.createHistogram("http.server.request.duration", {
    description: "Duration of requests to operations and to servers.",
    unit: "s",
    advice: { explicitBucketBoundaries: durationBuckets },
  });
  const created = new Map(
    Object.entries(counters).map(([name, description]) => [name, meter.createCounter(name, { description })]),
  );
  return {
    recordRequest: (seconds, attributes) => duration.record(seconds, attributes),
    add: (counter, amount, attributes) => {
      if (amount > 0) created.get(counter)?.add(amount, attributes);
    },
    observeRunningServers: (read) =>
      meter
        .createObservableGauge("fairlead.servers.running", { description: "Servers that take requests." })
        .addCallback((result) => result.observe(read())),
  };
}

/** Observes memory and the event loop. The returned function stops it. */
function observeProcess(meter: Meter): () => void {
  const gauge = (name: string, unit: string, description: string) =>
    meter.createObservableGauge(name, { unit, description });
  gauge("process.memory.usage", "By", "Physical memory in use.").addCallback((result) =>
    result.observe(process.memoryUsage.rss()),
  );
  gauge("v8js.memory.heap.used", "By", "Heap in use.").addCallback((result) =>
    result.observe(process.memoryUsage().heapUsed),
  );
  const delays = monitorEventLoopDelay({ resolution: loopResolutionMs });
  const mean = gauge("nodejs.eventloop.delay.mean", "s", "Mean delay of the event loop.");
  const p99 = gauge("nodejs.eventloop.delay.p99", "s", "Delay of the event loop, 99th percentile.");
  const max = gauge("nodejs.eventloop.delay.max", "s", "Longest delay of the event loop.");
  meter.addBatchObservableCallback(
    (result) => {
      // Nothing is known before the first measurement.
      if (delays.count === 0) return;
      result.observe(mean, toDelaySeconds(delays.mean));
      result.observe(p99, toDelaySeconds(delays.percentile(99)));
      result.observe(max, toDelaySeconds(delays.max));
      delays.reset();
    },
    [mean, p99, max],
  );
  delays.enable();
  return () => delays.disable();
}
