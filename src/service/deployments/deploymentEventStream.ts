import { type DeploymentEventResource, isDeploymentFinished } from "../../contract/deployments.ts";
import type { DeploymentSupervisor } from "./lifecycle/deploymentSupervisor.ts";

const heartbeatMs = 15_000;
const batch = 500;

interface Wanted {
  readonly deploymentId: string;
  readonly after: number;
  /** Asked again with each piece: the reader's key may be deleted meanwhile. */
  readonly mayRead: () => boolean;
}

/**
 * The events of a deployment after a sequence, as server-sent events: those there are, then those that come, until the last one of
 * a finished deployment. Read from the database in order, so nothing is lost or repeated, however slow the reader is.
 */
export function createDeploymentEventStream(
  supervisor: Pick<DeploymentSupervisor, "events" | "store">,
  { deploymentId, after, mayRead }: Wanted,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  const gone = new AbortController();
  const until = AbortSignal.any([signal, gone.signal]);
  let last = after;
  const body = new ReadableStream<Uint8Array>(
    {
      // Asked for only when the reader has taken what it has: that is the back-pressure.
      pull: async (controller) => {
        try {
          const chunk = await next();
          if (chunk === undefined) return controller.close();
          controller.enqueue(encoder.encode(chunk));
        } catch (error) {
          if (!until.aborted) throw error;
          controller.close();
        }
      },
      cancel: () => gone.abort(),
    },
    { highWaterMark: 0 },
  );

  const next = async (): Promise<string | undefined> => {
    // Asked before reading: an event told between the two would be lost otherwise.
    const waiting = nextEvent(supervisor, deploymentId, until);
    try {
      const finished = isDeploymentFinished(supervisor.store.get(deploymentId)?.status ?? "failed");
      if (!mayRead()) return undefined;
      const events = supervisor.events.list(deploymentId, last, batch);
      if (events.length > 0) {
        last = events.at(-1)?.sequence ?? last;
        return events.map(message).join("");
      }
      if (finished || until.aborted) return undefined;
      return (await waiting.come) ? next() : ": still here\n\n";
    } finally {
      waiting.stop();
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

function message(event: DeploymentEventResource): string {
  return `id: ${event.sequence}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** `come` becomes true with the next event, false when it is time for a sign of life; rejects when nobody reads any more. */
function nextEvent(supervisor: Pick<DeploymentSupervisor, "events">, deploymentId: string, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  promise.catch(() => undefined);
  const leave = () => reject(signal.reason);
  const unsubscribe = supervisor.events.subscribe(deploymentId, () => resolve(true));
  const timer = setTimeout(resolve, heartbeatMs, false);
  timer.unref();
  signal.addEventListener("abort", leave);
  return {
    come: promise,
    stop: () => {
      unsubscribe();
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    },
  };
}
