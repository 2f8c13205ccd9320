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
