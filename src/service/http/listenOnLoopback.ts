import { createServer, type RequestListener, type Server } from "node:http";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { createProblemResponse, ServiceProblem } from "./serviceProblem.ts";

const host = "127.0.0.1";
/** The time for running requests to finish when the service stops. */
const drainMs = 500;

/** Thrown when another program uses the requested port. */
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
  /** Rejects new requests, gives running ones a moment to finish, then closes open streams and leases. */
  close(): Promise<void>;
}

/** The bindings contain Node's own request and response, which the gateway uses. */
type Fetch = (request: Request, bindings: HttpBindings | Http2Bindings) => Response | Promise<Response>;

/** Listens on `port` if given. Otherwise it listens on `previousPort`, which clients know, or on a free port. */
export async function listenOnLoopback(
  fetch: Fetch,
  port: number | undefined,
  previousPort: number | undefined,
): Promise<LoopbackListener> {
  let closing = false;
  const server = createServer(
    createLazyListener((request, bindings) => (closing ? createStoppingResponse() : fetch(request, bindings))),
  );
  if (port !== undefined) {
    await bind(server, port).catch((error: unknown) => {
      throw new PortTakenError(port, error);
    });
  } else {
    await bind(server, previousPort ?? 0).catch(() => bind(server, 0));
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

/** Loads the request listener after the startup message or with the first request, because it loads many modules of Node. */
function createLazyListener(fetch: Fetch): RequestListener {
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
  const drainTimer = setTimeout(() => server.closeAllConnections(), drainMs);
  server.close(() => {
    clearTimeout(drainTimer);
    resolve();
  });
  server.closeIdleConnections();
  return promise;
}

/** The response to requests on open connections while the service stops. */
function createStoppingResponse(): Response {
  const response = createProblemResponse(new ServiceProblem("unavailable", "The service is stopping."));
  response.headers.set("Connection", "close");
  return response;
}
