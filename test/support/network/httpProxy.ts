import { createServer, request } from "node:http";
import { connect } from "node:net";
import { listenOnLoopback } from "./listenOnLoopback.ts";

export interface HttpProxy {
  readonly url: string;
  /** The requests: `CONNECT host:port` or `GET http://host/path`. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

/** A forward proxy that maps every host to one local port, and requires `authorization` if it is given. */
export async function startHttpProxy(port: number, authorization?: string): Promise<HttpProxy> {
  const seen: string[] = [];
  const isAllowed = (given: string | undefined) => authorization === undefined || given === authorization;
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    if (!isAllowed(incoming.headers["proxy-authorization"])) return void outgoing.writeHead(407).end();
    const { pathname, search } = new URL(incoming.url ?? "", "http://none");
    const { method, headers } = incoming;
    const onward = request({ port, path: pathname + search, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  server.on("connect", (incoming, socket) => {
    seen.push(`CONNECT ${incoming.url}`);
    if (!isAllowed(incoming.headers["proxy-authorization"])) return socket.end("HTTP/1.1 407 Sign in\r\n\r\n");
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connected\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  const { url, close } = await listenOnLoopback(server);
  return { url, seen, close };
}
