import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

export interface Front {
  readonly port: number;
  close(): Promise<void>;
}

/** Another program uses the port. */
export class PortTakenError extends Error {
  override readonly name = "PortTakenError";
}

/**
 * A proxy for a VS Code server that listens on a socket file. It handles the routes that the bare server lacks: the page requests
 * `POST /mint-key` for its half of the key that encrypts SecretStorage, and without a response loses secrets on reload; and it opens a local
 * address, such as that of a sign-in, as `/proxy/PORT/...`, which the browser on this machine reaches itself.
 * A client of the proxy can run programs, so it accepts only pages of its own origin.
 */
export async function openFront(options: { socket: string; keyFile: string; port: number }): Promise<Front> {
  const key = keptKey(options.keyFile);
  const server = createServer((incoming, answer) => {
    if (!isOwn(incoming)) return refuse(answer);
    if (incoming.method === "POST" && incoming.url === "/mint-key") return answer.end(key);
    const [, port, path = "/"] = /^\/proxy\/(\d+)(\/.*)?$/.exec(incoming.url ?? "") ?? [];
    if (port !== undefined) return answer.writeHead(302, { Location: `http://127.0.0.1:${port}${path}` }).end();
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
        // `closeAllConnections` does not close upgraded connections.
        for (const connection of connections) connection.destroy();
      }),
  };
}

function keptKey(file: string): Buffer {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
  return readFileSync(file);
}

/** A page of another site cannot set these headers, also not with DNS rebinding. */
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
