import type { DeploymentEvent } from "../../contract/deployments.ts";
import { NetworkError, notOfferedCode, ServiceError, TimeoutError } from "../errors.ts";
import type { CallContext } from "../sendAttempt.ts";
import { Follower, type FollowOptions, type Source } from "./eventFollower.ts";
import { beginning, type Course, nextCourse } from "./streamFallback.ts";

/** Failures in a row, a few minutes' worth, after which the last one is thrown. */
const mostFailures = 12;
/** Whoever asks to be left alone for longer is followed again when somebody asks. */
const longestAskedMs = 300_000;
const backOffMs = { base: 500, longest: 30_000 } as const;

/** See `Client.events`. */
export async function* followEvents(
  context: CallContext,
  source: Source,
  deploymentId: string,
  options: FollowOptions,
): AsyncGenerator<DeploymentEvent, void> {
  const { signal } = options;
  const follower = new Follower(context, source, deploymentId, options);
  let course: Course = beginning;
  while (!signal.aborted) {
    const before = follower.last;
    let askedMs = 0;
    try {
      const end = yield* course.mode === "poll" ? follower.poll() : follower.stream();
      if (end === "finished") return;
      course = nextCourse(course, end, follower.last > before);
    } catch (error) {
      if (signal.aborted) return;
      course = nextCourse(course, failureOf(error), follower.last > before);
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
