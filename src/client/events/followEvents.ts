import type { DeploymentEvent } from "../../contract/deployments.ts";
import type { FollowEventsOptions } from "../client.ts";
import type { ClientContext } from "../clientContext.ts";
import { NetworkError, notOfferedCode, ServiceError, TimeoutError } from "../errors.ts";
import { EventFollower, type EventSource } from "./eventFollower.ts";

/** How the events of a deployment are being followed. */
interface StreamFallbackState {
  readonly mode: "stream" | "poll";
  /** Failures in a row without an event between them. */
  readonly failures: number;
  /** Streams in a row without an event. */
  readonly emptyStreams: number;
  /** Whether the service may stream at all. */
  readonly mayStream: boolean;
}

const initialStreamFallback: StreamFallbackState = {
  mode: "stream",
  failures: 0,
  emptyStreams: 0,
  mayStream: true,
};

/** So many empty streams mean that something on the way blocks streams, so polling is used instead. */
const mostEmptyStreams = 3;

function nextStreamFallback(
  state: StreamFallbackState,
  end: "ended" | "noStream" | "failed",
  hasEvents: boolean,
): StreamFallbackState {
  const failures = end !== "failed" ? 0 : hasEvents ? 1 : state.failures + 1;
  const mayStream = state.mayStream && end !== "noStream";
  if (state.mode === "poll") {
    // After a full period of polling a stream is tried once more.
    if (mayStream && end === "ended")
      return { mode: "stream", failures, emptyStreams: mostEmptyStreams - 1, mayStream };
    return { ...state, failures, mayStream };
  }
  const emptyStreams = hasEvents ? 0 : state.emptyStreams + 1;
  return {
    mode: !mayStream || emptyStreams >= mostEmptyStreams ? "poll" : "stream",
    failures,
    emptyStreams,
    mayStream,
  };
}

/** So many failures in a row, which take a few minutes, end the events. */
const mostFailures = 12;
/** A longer Retry-After ends the events. */
const longestRetryAfterMs = 300_000;
const backOffMs = { base: 500, longest: 30_000 } as const;

/** See `ServiceClient.events`. */
export async function* followEvents(
  context: ClientContext,
  source: EventSource,
  deploymentId: string,
  options: FollowEventsOptions,
): AsyncGenerator<DeploymentEvent, void> {
  const { signal } = options;
  await source.prepare?.(options);
  const follower = new EventFollower(context, source, deploymentId, options);
  let fallback: StreamFallbackState = initialStreamFallback;
  while (!signal.aborted) {
    const before = follower.last;
    let retryAfterMs = 0;
    try {
      const end = yield* fallback.mode === "poll" ? follower.poll() : follower.stream();
      if (end === "finished") return;
      fallback = nextStreamFallback(fallback, end, follower.last > before);
    } catch (error) {
      if (signal.aborted) return;
      fallback = nextStreamFallback(fallback, readPassingFailure(error), follower.last > before);
      retryAfterMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
      if (fallback.failures > mostFailures || retryAfterMs > longestRetryAfterMs) throw error;
    }
    if (fallback.mode === "poll" && fallback.failures === 0) continue;
    follower.report("reconnecting");
    const jitterMs = context.random() * Math.min(backOffMs.longest, backOffMs.base * 2 ** fallback.failures);
    // Rejects only when aborted, which ends the loop.
    await follower.wait(retryAfterMs + jitterMs).catch(() => {});
  }
}

/** Rethrows an error that does not pass by itself. */
function readPassingFailure(error: unknown): "noStream" | "failed" {
  if (error instanceof ServiceError && error.code === notOfferedCode) throw error;
  const status = error instanceof ServiceError ? error.status : 0;
  if ([406, 415, 501].includes(status)) return "noStream";
  const isConnectionError = error instanceof NetworkError || error instanceof TimeoutError;
  if (isConnectionError || status >= 500 || [408, 425, 429].includes(status)) return "failed";
  throw error;
}
