import * as l10n from "@vscode/l10n";
import { createParser } from "eventsource-parser";
import { type DeploymentEvent, deploymentEventSchema } from "../../contract/deployments.ts";
import { readJson } from "../../text/readJson.ts";
import type { ClientContext } from "../clientContext.ts";
import { describeFailedCall } from "../errorMessages.ts";
import { UnexpectedAnswerError } from "../errors.ts";
import type { HttpStreamLimits } from "../network/httpDispatchHandler.ts";
import { sendCallOnce } from "../pipeline.ts";

/** The service sends a heartbeat every 15 s; three missing ones mean that the connection is dead. */
const idleMs = 45_000;
const longestEvent = 8 * 2 ** 20;
const mostWaitingEvents = 5000;

/** The events of one connection. Returns whether the service streams at all. */
export async function* readEventStream(
  context: ClientContext,
  input: { readonly id: string; readonly after: number },
  signal: AbortSignal,
  onOpen: () => void,
): AsyncGenerator<DeploymentEvent, "ended" | "noStream"> {
  const queue = new AsyncQueue<DeploymentEvent>(mostWaitingEvents);
  const stop = new AbortController();
  let isOpen = false;
  const stream: HttpStreamLimits = {
    idleMs,
    accept: (status, headers) => {
      if (status !== 200 || !/^text\/event-stream\b/i.test(headers["content-type"] ?? "")) return undefined;
      isOpen = true;
      onOpen();
      return createChunkReceiver(queue, context.base.host);
    },
  };
  const headers = { accept: "text/event-stream", "last-event-id": String(input.after) };
  const options = { signal: AbortSignal.any([signal, stop.signal]) };
  sendCallOnce(context, { name: "deployment.events", input, options, headers, stream }).then(
    () => queue.end(),
    (error: unknown) => queue.end(error),
  );
  try {
    yield* queue;
    return isOpen ? "ended" : "noStream";
  } finally {
    stop.abort();
  }
}

function createChunkReceiver(
  queue: AsyncQueue<DeploymentEvent>,
  host: string,
): (chunk: Buffer) => Promise<void> | undefined {
  const decoder = new TextDecoder();
  const fail = (cause: unknown): never => {
    const message = l10n.t`${describeFailedCall("deployment.events", host)}: the stream holds something that is no event. Is the service of a matching version?`;
    const error = new UnexpectedAnswerError(message, { operation: "deployment.events", host, status: 200, cause });
    queue.end(error);
    throw error;
  };
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: ({ data }) => {
      try {
        queue.push(deploymentEventSchema.parse(readJson(data)));
      } catch (cause) {
        fail(cause);
      }
    },
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") fail(error);
    },
  });
  return (chunk) => {
    parser.feed(decoder.decode(chunk, { stream: true }));
    return queue.pause();
  };
}

/** Passes items from a producer to a consumer in order; asks the producer to pause while too many are waiting. */
class AsyncQueue<Item> implements AsyncIterable<Item> {
  #items: Item[] = [];
  #end: { readonly error: unknown } | undefined;
  #wakeConsumer: (() => void) | undefined;
  #pause: PromiseWithResolvers<void> | undefined;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  push(item: Item): void {
    this.#items.push(item);
    this.#wakeConsumer?.();
  }

  /** Resolves when the producer may go on; undefined where it need not pause. */
  pause(): Promise<void> | undefined {
    if (this.#items.length < this.#most) return undefined;
    this.#pause ??= Promise.withResolvers();
    return this.#pause.promise;
  }

  /** Ends the items; only the first call counts. The consumer receives the error after the last item. */
  end(error?: unknown): void {
    this.#end ??= { error };
    this.#wakeConsumer?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    while (true) {
      const items = this.#items;
      this.#items = [];
      this.#pause?.resolve();
      this.#pause = undefined;
      yield* items;
      if (this.#items.length > 0) continue;
      if (this.#end) {
        if (this.#end.error !== undefined) throw this.#end.error;
        return;
      }
      await new Promise<void>((wake) => {
        this.#wakeConsumer = wake;
      });
    }
  }
}
