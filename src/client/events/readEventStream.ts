import { createParser } from "eventsource-parser";
import { type DeploymentEvent, eventSchema } from "../../contract/deployments.ts";
import { readJson } from "../../text/readJson.ts";
import { couldNot } from "../errorMessages.ts";
import { UnexpectedAnswerError } from "../errors.ts";
import type { StreamLimits } from "../network/httpDispatchHandler.ts";
import { performOnce } from "../performCall.ts";
import type { CallContext } from "../sendAttempt.ts";
import { Queue } from "./asyncQueue.ts";

/** The service's heartbeat comes every 15 s, so three missed ones mean that nobody is there. */
const idleMs = 45_000;
const longestEvent = 8 * 2 ** 20;
const waitingEvents = 5000;

/** What one connection brings, as it comes. Returns whether the service streams at all. */
export async function* readStream(
  context: CallContext,
  input: { readonly id: string; readonly after: number },
  signal: AbortSignal,
  onOpen: () => void,
): AsyncGenerator<DeploymentEvent, "ended" | "noStream"> {
  const queue = new Queue<DeploymentEvent>(waitingEvents);
  const left = new AbortController();
  let isOpen = false;
  const stream: StreamLimits = {
    idleMs,
    accept: (status, headers) => {
      if (status !== 200 || !/^text\/event-stream\b/i.test(headers["content-type"] ?? "")) return undefined;
      isOpen = true;
      onOpen();
      return feeder(queue, context.base.host);
    },
  };
  const headers = { accept: "text/event-stream", "last-event-id": String(input.after) };
  const options = { signal: AbortSignal.any([signal, left.signal]) };
  performOnce(context, { name: "deployment.events", input, options, headers, stream }).then(
    () => queue.end(),
    (error: unknown) => queue.end(error),
  );
  try {
    yield* queue;
    return isOpen ? "ended" : "noStream";
  } finally {
    left.abort();
  }
}

function feeder(queue: Queue<DeploymentEvent>, host: string): (chunk: Buffer) => Promise<void> | undefined {
  const decoder = new TextDecoder();
  const refuse = (cause: unknown): never => {
    const message = `${couldNot("deployment.events", host)}: the stream holds something that is no event. Is the service of a matching version?`;
    const error = new UnexpectedAnswerError(message, { operation: "deployment.events", host, status: 200, cause });
    queue.end(error);
    throw error;
  };
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: ({ data }) => {
      try {
        queue.push(eventSchema.parse(readJson(data)));
      } catch (cause) {
        refuse(cause);
      }
    },
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") refuse(error);
    },
  });
  return (chunk) => {
    parser.feed(decoder.decode(chunk, { stream: true }));
    return queue.pause();
  };
}
