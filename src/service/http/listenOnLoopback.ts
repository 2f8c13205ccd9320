import { createServer, type RequestListener, type Server } from "node:http";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { createProblemResponse, ServiceProblem } from "./serviceProblem.ts";

const host = "127.0.0.1";
/** How long an answer that is on its way is waited for. */
const drainMs = 500;

/** Thrown when the port that was asked for belongs to somebody else. */
class PortTakenError extends Error {
  constructor(port: number, cause: unknown) {
    super(
      `Port ${port} of ${host} cannot be used (${cause instanceof Error ? cause.message : cause}). Choose another.`,
      {
        cause,
      },
    );
    this.name = "PortTakenError";
  }
}

export interface LoopbackListener {
  readonly port: number;
  /** Takes no more requests, lets the running ones be answered for a moment, then ends what is open (streams, leases). */
  close(): Promise<void>;
}

/** The bindings hold Node's own request and answer, which the gateway works on. */
type Fetch = (request: Request, bindings: HttpBindings | Http2Bindings) => Response | Promise<Response>;

/** Listens on loopback: on `port` or not at all; without one on `last`, where clients found it before, or a free one. */
export async function listenOnLoopback(
  fetch: Fetch,
  port: number | undefined,
  last: number | undefined,
): Promise<LoopbackListener> {
  let closing = false;
  const server = createServer(loadedSoon((request, bindings) => (closing ? stopping() : fetch(request, bindings))));
  if (port !== undefined) {
    await bind(server, port).catch((error: unknown) => {
      throw new PortTakenError(port, error);
    });
  } else {
    await bind(server, last ?? 0).catch(() => bind(server, 0));
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The service does not listen on a port.");
  return {
    port: address.port,
    close: () => {
      closing = true;
      return closeServer(server);
    },
  };
}

/** What answers loads much of Node, so that is done when the service has been told of, or when the first request is there. */
function loadedSoon(fetch: Fetch): RequestListener {
  let loading: Promise<RequestListener> | undefined;
  let loaded: RequestListener | undefined;
  const load = async () => {
    const { getRequestListener } = await import("./nodeServer.ts");
    loaded = getRequestListener(fetch);
    return loaded;
  };
  const loadOnce = () => {
    loading ??= load();
    return loading;
  };
  setImmediate(loadOnce);
  return (request, response) => {
    if (loaded) loaded(request, response);
    else void loadOnce().then((listener) => listener(request, response));
  };
}

function bind(server: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, host, () => {
    server.removeListener("error", reject);
    resolve();
  });
  return promise;
}

function closeServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = setTimeout(() => server.closeAllConnections(), drainMs);
  server.close(() => {
    clearTimeout(end);
    resolve();
  });
  server.closeIdleConnections();
  return promise;
}

/** For what still comes over connections that are open. */
function stopping(): Response {
  const response = createProblemResponse(new ServiceProblem("unavailable", "The service is stopping."));
  response.headers.set("Connection", "close");
  return response;
}
