import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";

export interface HttpListener {
  readonly url: string;
  /** Accepts no more requests, waits for active ones up to a limit, then closes their connections. */
  close(): Promise<void>;
}

/** The server cannot listen on the address; the message contains the address and the reason. */
export class ListenError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ListenError";
  }
}

const graceMs = 3000;

/** Serves `handle` over HTTP. A disconnecting client aborts the signal of its request. */
export async function listenHttp(
  address: { readonly host: string; readonly port: number },
  handle: (request: Request) => Promise<Response> | Response,
): Promise<HttpListener> {
  const server = createServer(getRequestListener(handle, { overrideGlobalObjects: false }));
  const waitUntilIdle = createIdleWaiter(server);
  await listen(server, address);
  const { port } = getAddress(server);
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  return { url: `http://${host}:${port}/mcp`, close: () => closeServer(server, waitUntilIdle) };
}

function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new ListenError(formatListenFailure(error, host, port), error)));
    server.listen(port, host, resolve);
  });
}

function formatListenFailure(error: Error, host: string, port: number): string {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is taken by another program. Set PORT to a free one, or to 0 for any.`;
  if (code === "EACCES") return `Port ${port} of ${host} may not be used by this user. Set PORT to one above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is not an address of this machine. Set HOST.`;
  return `Cannot listen on port ${port} of ${host}: ${error.message}`;
}

function getAddress(server: Server): { port: number } {
  const address = server.address();
  if (address === null || typeof address === "string") throw new ListenError("The server listens on no port.");
  return address;
}

/**
 * Resolves when no request is active. Node's `closeIdleConnections` is not enough: it leaves connections open that a client opened
 * in advance and never used.
 */
function createIdleWaiter(server: Server): () => Promise<void> {
  let activeRequests = 0;
  let resolve: () => void = () => undefined;
  server.on("request", (_, response) => {
    activeRequests += 1;
    response.once("close", () => {
      activeRequests -= 1;
      if (activeRequests === 0) resolve();
    });
  });
  return async () => {
    const done = Promise.withResolvers<void>();
    resolve = done.resolve;
    if (activeRequests > 0) await done.promise;
  };
}

async function closeServer(server: Server, waitUntilIdle: () => Promise<void>): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await Promise.race([done, waitUntilIdle()]);
  server.closeAllConnections();
  await done;
  clearTimeout(timer);
}
