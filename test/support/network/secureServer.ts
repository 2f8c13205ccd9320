import { readFileSync } from "node:fs";
import { type RequestListener, request } from "node:http";
import { createServer } from "node:https";
import { type LoopbackServer, listenOnLoopback } from "./listenOnLoopback.ts";

const getTlsFile = (name: string) => new URL(`../../fixtures/tls/${name}`, import.meta.url);

/** A certificate authority that only tests trust. */
export const authorityFile = getTlsFile("authority.pem");

/** An https server for `service.example` and this machine with a private authority. */
export function startSecureServer(body: object): Promise<SecureServer> {
  return startListening((_incoming, response) => response.end(JSON.stringify(body)));
}

/** An https proxy for a local http service. */
export function startSecureProxy(target: string): Promise<SecureServer> {
  const to = new URL(target);
  return startListening((incoming, response) => {
    const { method = "GET", url: path = "/" } = incoming;
    // The service accepts only its own host name.
    const onward = request(to, { method, path, headers: { ...incoming.headers, host: to.host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once("error", (error) => response.destroy(error));
    incoming.pipe(onward);
  });
}

export type SecureServer = Pick<LoopbackServer, "close" | "port">;

async function startListening(answer: RequestListener): Promise<SecureServer> {
  const certificate = { cert: readFileSync(getTlsFile("service.pem")), key: readFileSync(getTlsFile("service.key")) };
  return listenOnLoopback(createServer(certificate, answer));
}
