import * as z from "zod";
import { startDeadline } from "../../client/clock.ts";
import { ServiceError } from "../../client/errors.ts";
import { AsyncQueue } from "../../client/events/asyncQueue.ts";
import type { readEventStream } from "../../client/events/readEventStream.ts";
import type { HttpStreamLimits } from "../../client/network/httpDispatchHandler.ts";
import { sendAttempt } from "../../client/pipeline.ts";
import { deploymentEventSchema } from "../../contract/deployments.ts";
import { isRecord } from "../../text/record.ts";
import type { DialectSession } from "../dialectCall.ts";
import { readOne } from "../read/readResponse.ts";
import { selectionOf } from "../select/selectionOf.ts";
import { listSelectors } from "../select/selectors.ts";
import { prepare } from "../send/send.ts";
import { isStream, takeApart } from "../send/streamText.ts";
import { profileOf, startCall } from "../session.ts";
import type { readEvents } from "./readEvents.ts";

/** An event that was normalised: only its number is certain. */
const receivedEventSchema = deploymentEventSchema
  .partial()
  .required({ sequence: true })
  .extend({ level: z.union([deploymentEventSchema.shape.level, z.object({ unknown: z.string() })]).optional() });

const idleMs = 45_000;
const openMs = 30_000;
const waiting = 5000;

interface Piece {
  readonly value: unknown;
  readonly streamId: string | undefined;
}

/** Follows a deployment's events as another service streams them; what was before is read from the list as soon as the stream is open. */
export function createStream(
  session: DialectSession,
  read: (id: string, signal: AbortSignal) => ReturnType<typeof readEvents>,
): typeof readEventStream {
  return async function* (context, { id, after }, signal, onOpen) {
    const left = new AbortController();
    const options = { signal: AbortSignal.any([signal, left.signal]) };
    // How one is selected has to be known before, and who has no events has no stream.
    let { log, last } = yield* stored(() => read(id, signal), after);
    const call = startCall(session, "deployment.events", { id }, options);
    const by = profileOf(call).select ?? listSelectors(call)[0]?.by;
    if (!by || session.streamless.has(call.name)) return "noStream";
    const queue = new AsyncQueue<Piece | "open">(waiting);
    const select = await selectionOf(call, by, id);
    const headers = {
      accept: "text/event-stream, application/x-ndjson;q=0.9",
      ...(log.streamId !== undefined && { "last-event-id": log.streamId }),
    };
    const sending = { operation: call.name, given: call.input, options, select, headers };
    const prepared = await prepare(context, session.store.read(), { ...sending, stream: fillQueue(queue) });
    sendAttempt(context, prepared, {
      attempt: 1,
      leftMs: startDeadline(context.clock, openMs),
      deadlineMs: openMs,
    }).then(
      (outcome) => queue.end(outcome.kind === "succeeded" ? undefined : outcome.error),
      (error: unknown) => queue.end(error),
    );
    let isOpen = false;
    try {
      for await (const piece of queue) {
        if (piece === "open") {
          isOpen = true;
          onOpen();
          ({ log, last } = yield* stored(() => read(id, signal), last));
          continue;
        }
        const { value, streamId } = piece;
        // What no header can carry cannot be sent again.
        if (streamId && /^[ -~]{1,500}$/.test(streamId)) log.streamId = streamId;
        if (isRecord(value)) log.add([readOne(call, value).item]);
        for (const event of log.after(last)) {
          last = Number(event.sequence);
          yield receivedEventSchema.parse(event);
        }
      }
    } catch (error) {
      if (isOpen || !isRefusedStream(error)) throw error;
    } finally {
      left.abort();
    }
    if (isOpen) return "ended";
    session.streamless.add(call.name);
    return "noStream";
  };
}

/** Puts into the queue that a stream is open, and what it brings. */
function fillQueue(queue: AsyncQueue<Piece | "open">): HttpStreamLimits {
  return {
    idleMs,
    accept: (status, headers) => {
      const type = headers["content-type"] ?? "";
      if (status !== 200 || !isStream(type)) return undefined;
      queue.push("open");
      const apart = takeApart(type, (value, streamId) => queue.push({ value, streamId }));
      return (chunk) => {
        apart.chunk(chunk);
        return queue.pause();
      };
    },
  };
}

/** All that is listed after one. */
async function* stored(read: () => ReturnType<typeof readEvents>, after: number) {
  let last = after;
  for (;;) {
    const log = await read();
    for (const event of log.after(last)) {
      last = Number(event.sequence);
      yield receivedEventSchema.parse(event);
    }
    if (!log.hasMore) return { log, last };
  }
}

/** A refusal of the stream alone: what it streams otherwise is asked for. */
const isRefusedStream = (error: unknown) =>
  error instanceof ServiceError && [400, 404, 405, 406, 415, 422, 501].includes(error.status);
