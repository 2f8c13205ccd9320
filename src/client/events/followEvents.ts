import type { DeploymentEvent } from "../../contract/deployments.ts";
import { NetworkError, notOfferedCode, ServiceError, TimeoutError } from "../errors.ts";
import type { ClientContext } from "../sendAttempt.ts";
import { EventFollower, type EventFollowerSource, type FollowEventsOptions } from "./eventFollower.ts";
import { initialStreamFallback, nextStreamFallback, type StreamFallbackState } from "./streamFallback.ts";

/** Failures in a row, a few minutes' worth, after which the last one is thrown. */
const mostFailures = 12;
/** Whoever asks to be left alone for longer is followed again when somebody asks. */
const longestAskedMs = 300_000;
const backOffMs = { base: 500, longest: 30_000 } as const;

/** See `Client.events`. */
export async function* followEvents(
  context: ClientContext,
  source: EventFollowerSource,
  deploymentId: string,
  options: FollowEventsOptions,
): AsyncGenerator<DeploymentEvent, void> {
  const { signal } = options;
  const follower = new EventFollower(context, source, deploymentId, options);
  let course: StreamFallbackState = initialStreamFallback;
  while (!signal.aborted) {
    const before = follower.last;
    let askedMs = 0;
    try {
      const end = yield* course.mode === "poll" ? follower.poll() : follower.stream();
      if (end === "finished") return;
      course = nextStreamFallback(course, end, follower.last > before);
    } catch (error) {
      if (signal.aborted) return;
      course = nextStreamFallback(course, failureOf(error), follower.last > before);
      askedMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
      if (course.failures > mostFailures || askedMs > longestAskedMs) throw error;
    }
    if (course.mode === "poll" && course.failures === 0) continue;
    follower.report("reconnecting");
    const jitterMs = context.random() * Math.min(backOffMs.longest, backOffMs.base * 2 ** course.failures);
    // Rejects only when aborted, which ends the loop.
    await follower.pause(askedMs + jitterMs).catch(() => {});
  }
}

/** What will not pass by itself is thrown again. */
function failureOf(error: unknown): "noStream" | "failed" {
  if (error instanceof ServiceError && error.code === notOfferedCode) throw error;
  const status = error instanceof ServiceError ? error.status : 0;
  if ([406, 415, 501].includes(status)) return "noStream";
  const passes = error instanceof NetworkError || error instanceof TimeoutError;
  if (passes || status >= 500 || [408, 425, 429].includes(status)) return "failed";
  throw error;
}
