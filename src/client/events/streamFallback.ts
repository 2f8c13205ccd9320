/** How the events of a deployment are being followed. */
export interface StreamFallbackState {
  readonly mode: "stream" | "poll";
  /** Failures in a row without an event between them. */
  readonly failures: number;
  /** Streams in a row without an event. */
  readonly emptyStreams: number;
  /** Whether the service may stream at all. */
  readonly mayStream: boolean;
}

export const initialStreamFallback: StreamFallbackState = {
  mode: "stream",
  failures: 0,
  emptyStreams: 0,
  mayStream: true,
};

/** So many empty streams mean that something on the way blocks streams, so polling is used instead. */
const mostEmptyStreams = 3;

export function nextStreamFallback(
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
