import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";

const tls = (name: string) => new URL(`../fixtures/tls/${name}`, import.meta.url);

/** The authority nobody but a test trusts. */
export const authorityFile = tls("authority.pem");

/** An https server for `service.example` and this machine, whose authority no system knows. */
export async function startSecureServer(body: object): Promise<{ readonly port: number; close(): Promise<void> }> {
  const certificate = { cert: readFileSync(tls("service.pem")), key: readFileSync(tls("service.key")) };
  const server = createServer(certificate, (_request, response) => response.end(JSON.stringify(body)));
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
