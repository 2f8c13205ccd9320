import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

/** The most requests that a connection sends before their responses. Node's clients wait for each response. */
const maximumUnanswered = 8;

interface LimitedServer {
  readonly server: Server;
  /** Counts what takes time besides connections and requests; takes back what does not count. */
  count(events: number): void;
}

/**
 * An HTTP server for one program that may be hostile: all that a program sends is parsed in the service's only thread. `onFlood` is called
 * when it opens more connections and sends more requests in a second than `mostPerSecond`, or sends many before it has a response. It has
 * to close all connections for good.
 */
export function createLimitedServer(
  listener: RequestListener,
  { mostPerSecond, onFlood }: { readonly mostPerSecond: number; readonly onFlood: () => void },
): LimitedServer {
  let [second, events] = [0, 0];
  const count = (more: number) => {
    const now = Math.floor(performance.now() / 1000);
    events = now === second ? events + more : more;
    second = now;
    if (events > mostPerSecond) onFlood();
  };
  const unanswered = new WeakMap<Socket, number>();
  const handle: RequestListener = (request, response) => {
    const { socket } = request;
    const change = (by: number) => {
      const changed = (unanswered.get(socket) ?? 0) + by;
      unanswered.set(socket, changed);
      return changed;
    };
    // The rest of what has arrived is still parsed.
    if (socket.destroyed) return;
    count(1);
    if (change(1) > maximumUnanswered) return onFlood();
    response.once("close", () => change(-1));
    listener(request, response);
  };
  // Otherwise Node answers a request without a host, or with an expectation, before anything counts it.
  const server = createServer({ keepAliveTimeout: 0, requireHostHeader: false }, handle)
    .on("connection", () => count(1))
    .on("checkContinue", (request, response) => {
      response.writeContinue();
      handle(request, response);
    })
    .on("checkExpectation", (request, response) => {
      handle(request, response);
    })
    .on("clientError", (_, socket) => void socket.destroy());
  return { server, count };
}
