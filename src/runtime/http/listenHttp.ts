import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";

export interface HttpListener {
  readonly url: string;
  /** Takes no more requests, lets those under way end within the grace, then cuts them off. */
  close(): Promise<void>;
}

/** The address cannot be listened on; the message says which and why. */
export class ListenError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ListenError";
  }
}

const graceMs = 3000;

/** Serves `handle` over HTTP. A client that goes away aborts its request's signal. */
export async function listenHttp(
  address: { readonly host: string; readonly port: number },
  handle: (request: Request) => Promise<Response> | Response,
): Promise<HttpListener> {
  const server = createServer(getRequestListener(handle, { overrideGlobalObjects: false }));
  const whenQuiet = quiet(server);
  await bound(server, address);
  const { port } = addressOf(server);
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  return { url: `http://${host}:${port}/mcp`, close: () => closed(server, whenQuiet) };
}

function bound(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new ListenError(reason(error, host, port), error)));
    server.listen(port, host, resolve);
  });
}

function reason(error: Error, host: string, port: number): string {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is taken by another program. Set PORT to a free one, or to 0 for any.`;
  if (code === "EACCES") return `Port ${port} of ${host} may not be used by this user. Set PORT to one above 1023.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is not an address of this machine. Set HOST.`;
  return `Cannot listen on port ${port} of ${host}: ${error.message}`;
}

function addressOf(server: Server): { port: number } {
  const address = server.address();
  if (address === null || typeof address === "string") throw new ListenError("The server listens on no port.");
  return address;
}

/**
 * Resolves when no request is under way. Node's own `closeIdleConnections` leaves connections open that were made and never used, as
 * clients make them for later.
 */
function quiet(server: Server): () => Promise<void> {
  let underWay = 0;
  let resolve: () => void = () => undefined;
  server.on("request", (_, response) => {
    underWay += 1;
    response.once("close", () => {
      underWay -= 1;
      if (underWay === 0) resolve();
    });
  });
  return async () => {
    const done = Promise.withResolvers<void>();
    resolve = done.resolve;
    if (underWay > 0) await done.promise;
  };
}

async function closed(server: Server, whenQuiet: () => Promise<void>): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await Promise.race([done, whenQuiet()]);
  server.closeAllConnections();
  await done;
  clearTimeout(timer);
}
