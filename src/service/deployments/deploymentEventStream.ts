import { type DeploymentEventResource, isDeploymentFinished } from "../../contract/deployments.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { DeploymentSupervisor } from "./lifecycle/deploymentSupervisor.ts";

const heartbeatMs = 15_000;
const maxEventsPerChunk = 500;

/** The most streams of a key. Each event is read and written once for each of them. */
const maxStreamsOfKey = 100;
const openStreams = new Map<string, number>();

/** Returns what ends the stream. */
function openStream(keyId: string): () => void {
  const count = openStreams.get(keyId) ?? 0;
  if (count >= maxStreamsOfKey)
    throw new ServiceProblem("rate_limited", `This key reads ${maxStreamsOfKey} streams of events at the same time.`, {
      headers: { "Retry-After": "10" },
    });
  openStreams.set(keyId, count + 1);
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    const others = (openStreams.get(keyId) ?? 1) - 1;
    if (others > 0) openStreams.set(keyId, others);
    else openStreams.delete(keyId);
  };
}

interface EventStreamOptions {
  readonly deploymentId: string;
  /** The key of the reader. */
  readonly keyId: string;
  readonly after: number;
  /** Checked before each chunk, because the reader's API key may be deleted meanwhile. */
  readonly mayRead: () => boolean;
}

/**
 * Streams the events of a deployment after a sequence as server-sent events: existing ones, then new ones until the last event of a
 * finished deployment. It reads the database in order, so a slow reader neither loses nor repeats events.
 */
export function createDeploymentEventStream(
  supervisor: Pick<DeploymentSupervisor, "events" | "store">,
  { deploymentId, keyId, after, mayRead }: EventStreamOptions,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  const readerGone = new AbortController();
  const stopSignal = AbortSignal.any([signal, readerGone.signal]);
  const end = openStream(keyId);
  let last = after;
  const body = new ReadableStream<Uint8Array>(
    {
      // The stream calls `pull` only after the reader consumed the last chunk, which is the back-pressure.
      pull: async (controller) => {
        try {
          const chunk = await next();
          if (chunk !== undefined) return controller.enqueue(encoder.encode(chunk));
          end();
          controller.close();
        } catch (error) {
          end();
          if (!stopSignal.aborted) throw error;
          controller.close();
        }
      },
      cancel: () => {
        end();
        readerGone.abort();
      },
    },
    { highWaterMark: 0 },
  );

  const next = async (): Promise<string | undefined> => {
    // The subscription starts before the read, so that an event between the two is not lost.
    const subscription = waitForEvent(supervisor, deploymentId, stopSignal);
    try {
      const finished = isDeploymentFinished(supervisor.store.get(deploymentId)?.status ?? "failed");
      if (!mayRead()) return undefined;
      const events = supervisor.events.list(deploymentId, last, maxEventsPerChunk);
      if (events.length > 0) {
        last = events.at(-1)?.sequence ?? last;
        return events.map(formatEvent).join("");
      }
      if (finished || stopSignal.aborted) return undefined;
      return (await subscription.arrived) ? next() : ": heartbeat\n\n";
    } finally {
      subscription.stop();
    }
  };

  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

function formatEvent(event: DeploymentEventResource): string {
  return `id: ${event.sequence}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** `arrived` resolves to true with the next event and to false when a heartbeat is due. It rejects when the reader is gone. */
function waitForEvent(supervisor: Pick<DeploymentSupervisor, "events">, deploymentId: string, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  promise.catch(() => undefined);
  const rejectWaiting = () => reject(signal.reason);
  const unsubscribe = supervisor.events.subscribe(deploymentId, () => resolve(true));
  const timer = setTimeout(resolve, heartbeatMs, false);
  timer.unref();
  signal.addEventListener("abort", rejectWaiting);
  return {
    arrived: promise,
    stop: () => {
      unsubscribe();
      clearTimeout(timer);
      signal.removeEventListener("abort", rejectWaiting);
    },
  };
}
