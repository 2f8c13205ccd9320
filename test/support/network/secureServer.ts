import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type RequestListener, request } from "node:http";
import { createServer } from "node:https";

const tls = (name: string) => new URL(`../../fixtures/tls/${name}`, import.meta.url);

/** The authority nobody but a test trusts. */
export const authorityFile = tls("authority.pem");

/** An https server for `service.example` and this machine, whose authority no system knows. */
export function startSecureServer(body: object): Promise<SecureServer> {
  return listening((_incoming, response) => response.end(JSON.stringify(body)));
}

/** The same before a real service of this machine, which speaks http. */
export function startSecureProxy(target: string): Promise<SecureServer> {
  const to = new URL(target);
  return listening((incoming, response) => {
    const { method = "GET", url: path = "/" } = incoming;
    // The service answers to its own name only.
    const onward = request(to, { method, path, headers: { ...incoming.headers, host: to.host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once("error", (error) => response.destroy(error));
    incoming.pipe(onward);
  });
}

export interface SecureServer {
  readonly port: number;
  close(): Promise<void>;
}

async function listening(answer: RequestListener): Promise<SecureServer> {
  const certificate = { cert: readFileSync(tls("service.pem")), key: readFileSync(tls("service.key")) };
  const server = createServer(certificate, answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
