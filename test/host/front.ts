import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

export interface Front {
  readonly port: number;
  close(): Promise<void>;
}

/** The wanted port belongs to another program. */
export class PortTakenError extends Error {
  override readonly name = "PortTakenError";
}

/**
 * The door of a VS Code server that listens on a socket file. It answers the one route that the bare server lacks: the page asks
 * `POST /mint-key` for its half of the key that SecretStorage is encrypted with, and without an answer forgets secrets on reload.
 * Who comes through can run programs, so only pages that this very origin served are let in.
 */
export async function openFront(options: { socket: string; keyFile: string; port: number }): Promise<Front> {
  const key = keptKey(options.keyFile);
  const server = createServer((incoming, answer) => {
    if (!isOwn(incoming)) return refuse(answer);
    if (incoming.method === "POST" && incoming.url === "/mint-key") return answer.end(key);
    return pass(options.socket, incoming, answer);
  });
  server.on("upgrade", (incoming, browser, head) => {
    if (isOwn(incoming)) join(options.socket, incoming, browser, head);
    else browser.destroy();
  });
  const connections = new Set<Duplex>();
  server.on("connection", (connection) => {
    connections.add(connection);
    connection.once("close", () => connections.delete(connection));
  });
  const port = await listen(server, options.port);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // An upgraded connection is no longer the HTTP server's own, so `closeAllConnections` would leave it.
        for (const connection of connections) connection.destroy();
      }),
  };
}

function keptKey(file: string): Buffer {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
  return readFileSync(file);
}

/** Another site's page cannot choose these headers; neither can a name that was made to point here. */
function isOwn({ headers }: IncomingMessage): boolean {
  const host = headers.host ?? "";
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return false;
  return headers.origin === undefined || headers.origin === "null" || headers.origin === `http://${host}`;
}

function refuse(answer: ServerResponse): void {
  answer.statusCode = 403;
  answer.end("Only pages of this very server may come in.\n");
}

function pass(socketPath: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, url: path, headers } = incoming;
  const outgoing = request({ socketPath, method, path, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  outgoing.on("error", () => {
    if (!answer.headersSent) answer.statusCode = 502;
    answer.end();
  });
  incoming.pipe(outgoing);
}

function join(socketPath: string, incoming: IncomingMessage, browser: Duplex, head: Buffer): void {
  const server = connect(socketPath, () => {
    const lines: string[] = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
    }
    server.write(`${lines.join("\r\n")}\r\n\r\n`);
    server.write(head);
    server.pipe(browser).pipe(server);
  });
  const end = () => {
    server.destroy();
    browser.destroy();
  };
  for (const side of [server, browser]) side.on("error", end).on("close", end);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const taken = "code" in error && error.code === "EADDRINUSE";
      const message = `Port ${port} is taken by another program. Choose another one.`;
      reject(taken ? new PortTakenError(message, { cause: error }) : error);
    });
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}
