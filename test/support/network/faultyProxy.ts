import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Responds to a request on its socket. */
export type ResponseFault = (socket: Socket) => unknown;

export interface FaultyProxy {
  readonly url: string;
  /** The number of requests, forwarded or not. */
  readonly count: number;
  /** Applies a fault to all further requests; undefined forwards them again. */
  fail(fault: ResponseFault | undefined): void;
  /** Stops listening until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

/** A proxy for a local service that can apply faults. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const to = new URL(target);
  let current: ResponseFault | undefined;
  let count = 0;
  const server = createServer((incoming, response) => {
    count += 1;
    incoming.socket.on("error", () => {});
    if (current) current(incoming.socket);
    else forward(to, incoming, response);
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
      // Stalled connections must not outlast the fault.
      server.closeAllConnections();
    },
    down,
    up: () => listen(port),
    close: down,
  };
}

function forward(to: URL, incoming: IncomingMessage, response: ServerResponse): void {
  const { method = "GET", url: path = "/" } = incoming;
  // The service accepts only its own host name.
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
