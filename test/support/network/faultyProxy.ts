import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Answers a request in its own way, on the connection it came by. */
export type ResponseFault = (socket: Socket) => unknown;

export interface FaultyProxy {
  readonly url: string;
  /** Requests so far, passed on or not. */
  readonly count: number;
  /** From now on every request ends so; undefined: each is passed on again. */
  fail(fault: ResponseFault | undefined): void;
  /** Nothing listens any more, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

/** Stands before a real service of this machine, and goes wrong when it is told to. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const to = new URL(target);
  let current: ResponseFault | undefined;
  let count = 0;
  const server = createServer((incoming, response) => {
    count += 1;
    incoming.socket.on("error", () => {});
    if (current) current(incoming.socket);
    else passOn(to, incoming, response);
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  const down = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    get count() {
      return count;
    },
    fail: (fault) => {
      current = fault;
      // What was stalled is not to last longer than the fault.
      server.closeAllConnections();
    },
    down,
    up: () => listen(port),
    close: down,
  };
}

function passOn(to: URL, incoming: IncomingMessage, response: ServerResponse): void {
  const { method = "GET", url: path = "/" } = incoming;
  // The service answers to its own name only.
  const headers = { ...incoming.headers, host: to.host };
  const onward = request(to, { method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.pipe(response);
    answer.once("error", (error) => response.destroy(error));
  });
  onward.once("error", (error) => response.destroy(error));
  response.once("close", () => onward.destroy());
  incoming.pipe(onward);
}
