import { createServer, request } from "node:http";

export interface HeaderProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Passes requests on to a URL with headers added, for a tool that has no option for them. `Host` and `Origin` stay what they are,
 * except where they name the proxy: there they name the target.
 */
export async function startHeaderProxy(target: string, added: Readonly<Record<string, string>>): Promise<HeaderProxy> {
  const to = new URL(target);
  const server = createServer((incoming, response) => {
    const own = incoming.socket.localPort;
    const renamed = (value: string | undefined) => value?.replace(`:${own}`, `:${to.port}`);
    const { host, origin } = incoming.headers;
    const headers = { ...incoming.headers, host: renamed(host), ...(origin && { origin: renamed(origin) }), ...added };
    const onward = request(to, { method: incoming.method ?? "GET", headers, path: to.pathname }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once("error", (error) => response.destroy(error));
    response.once("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy listens on no port.");
  return {
    url: `http://127.0.0.1:${address.port}${to.pathname}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
