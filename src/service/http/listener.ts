import { readFileSync, statSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { EntranceBindings, PublicAddress } from "./entrance.ts";
import { createProblemResponse, ServiceProblem } from "./serviceProblem.ts";

const loopback = "127.0.0.1";
/** The time after which the files of the certificate are looked at again. */
const certificateCheckMs = 60_000;

/** Thrown when the requested address or port cannot be used. */
class ListenError extends Error {
  constructor(host: string, port: number, cause: unknown) {
    super(
      `Port ${port} of ${host} cannot be used (${cause instanceof Error ? cause.message : cause}). Choose another.`,
      {
        cause,
      },
    );
    this.name = "ListenError";
  }
}

export interface Listener {
  readonly port: number;
  /** Rejects new requests, gives running ones `drainMs` to finish, then closes open streams and leases. */
  close(drainMs: number): Promise<void>;
}

type Fetch = (request: Request, bindings: EntranceBindings) => Response | Promise<Response>;

/** Listens on `port` if given. Otherwise it listens on `previousPort`, which clients know, or on a free port. */
export async function listenOnLoopback(
  fetch: Fetch,
  port: number | undefined,
  previousPort: number | undefined,
): Promise<Listener> {
  const { listener, close } = createClosableListener(fetch);
  const server = createServer(listener);
  if (port !== undefined) await bind(server, port, loopback);
  else await bind(server, previousPort ?? 0, loopback).catch(() => bind(server, 0, loopback));
  return { port: readPort(server), close: (drainMs) => close(server, drainMs) };
}

/** Listens for other machines, with TLS if the address has a certificate. */
export async function listenOnPublicAddress(fetch: Fetch, address: PublicAddress): Promise<Listener> {
  const { listener, close } = createClosableListener((request, bindings) =>
    fetch(request, { ...bindings, isPublic: true }),
  );
  const { server, stop } = address.tls ? createTlsServer(listener, address.tls) : createPlainServer(listener);
  await bind(server, address.port, address.host);
  return {
    port: readPort(server),
    close: (drainMs) => {
      stop();
      return close(server, drainMs);
    },
  };
}

function createPlainServer(listener: RequestListener) {
  return { server: createServer(listener), stop: () => {} };
}

function createTlsServer(listener: RequestListener, files: NonNullable<PublicAddress["tls"]>) {
  const read = () => ({ cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) });
  const readTimes = () => [files.certFile, files.keyFile].map((file) => statSync(file).mtimeMs).join();
  const { server, times: firstTimes } = explainCertificate(files, () => ({
    server: createSecureServer({ ...read(), minVersion: "TLSv1.2" }, listener),
    times: readTimes(),
  }));
  let times = firstTimes;
  const renew = () => {
    try {
      const current = readTimes();
      if (current === times) return;
      server.setSecureContext({ ...read(), minVersion: "TLSv1.2" });
      times = current;
    } catch {
      // The files are just being replaced. The certificate in use stays until the next look.
    }
  };
  const timer = setInterval(renew, certificateCheckMs).unref();
  return { server, stop: () => clearInterval(timer) };
}

function explainCertificate<T>({ certFile, keyFile }: NonNullable<PublicAddress["tls"]>, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`The certificate ${certFile} with the key ${keyFile} cannot be used (${reason}). Name PEM files.`, {
      cause: error,
    });
  }
}

/** `close` makes the listener reject requests, and closes its server. */
function createClosableListener(fetch: Fetch) {
  let closing = false;
  return {
    listener: createLazyListener((request, bindings) =>
      closing ? createStoppingResponse() : fetch(request, bindings),
    ),
    close: (server: Server, drainMs: number) => {
      closing = true;
      return closeServer(server, drainMs);
    },
  };
}

function readPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The service does not listen on a port.");
  return address.port;
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

function bind(server: Server, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (error: unknown) => reject(new ListenError(host, port, error));
  server.once("error", fail);
  server.listen(port, host, () => {
    server.removeListener("error", fail);
    resolve();
  });
  return promise;
}

function closeServer(server: Server, drainMs: number): Promise<void> {
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
