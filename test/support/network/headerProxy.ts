import { createServer, request } from "node:http";
import { listenOnLoopback } from "./listenOnLoopback.ts";

export interface HeaderProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Forwards requests to a URL with added headers, for a tool without an option for headers. `Host` and `Origin` stay unchanged,
 * except where they name the proxy: there they name the target.
 */
export async function startHeaderProxy(target: string, added: Readonly<Record<string, string>>): Promise<HeaderProxy> {
  const to = new URL(target);
  const server = createServer((incoming, response) => {
    const ownPort = incoming.socket.localPort;
    const replacePort = (value: string | undefined) => value?.replace(`:${ownPort}`, `:${to.port}`);
    const { host, origin } = incoming.headers;
    const headers = {
      ...incoming.headers,
      host: replacePort(host),
      ...(origin && { origin: replacePort(origin) }),
      ...added,
    };
    const onward = request(to, { method: incoming.method ?? "GET", headers, path: to.pathname }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once("error", (error) => response.destroy(error));
    response.once("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  const { url, close } = await listenOnLoopback(server);
  return { url: url + to.pathname, close };
}
