/** How the events of a deployment are followed at the moment. */
export interface StreamFallbackState {
  readonly mode: "stream" | "poll";
  /** In a row, without an event between them. */
  readonly failures: number;
  /** Streams in a row that brought nothing. */
  readonly barren: number;
  /** Whether the service streams at all, as far as known. */
  readonly streams: boolean;
}

export const initialStreamFallback: StreamFallbackState = { mode: "stream", failures: 0, barren: 0, streams: true };

/** After so many, something between us and the service holds or cuts streams, and asking is better. */
const mostBarren = 3;

export function nextStreamFallback(
  course: StreamFallbackState,
  end: "ended" | "noStream" | "failed",
  hasBrought: boolean,
): StreamFallbackState {
  const failures = end !== "failed" ? 0 : hasBrought ? 1 : course.failures + 1;
  const streams = course.streams && end !== "noStream";
  if (course.mode === "poll") {
    // Polling that went well for its time has earned a stream one more try.
    if (streams && end === "ended") return { mode: "stream", failures, barren: mostBarren - 1, streams };
    return { ...course, failures, streams };
  }
  const barren = hasBrought ? 0 : course.barren + 1;
  return { mode: !streams || barren >= mostBarren ? "poll" : "stream", failures, barren, streams };
}
