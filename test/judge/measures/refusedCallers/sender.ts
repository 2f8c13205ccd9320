import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import type { Attempt } from "./attempts.ts";
import type { Target } from "./targets.ts";

export interface Reply {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** The port of this machine at which a URL is served. */
interface Entrance {
  readonly port: number;
  /** The certificate authority of a service that ends TLS. */
  readonly authority?: string;
}

export type Send = (target: Target, attempt: Attempt) => Promise<Reply>;

/** Sends raw requests. Resolves with the head and the first part of the body, because a lease or a stream has no end. */
export function createSender(findEntrance: (url: string) => Entrance): Send {
  const [plain, secure] = [
    new HttpAgent({ keepAlive: true, maxSockets: 8 }),
    new HttpsAgent({ keepAlive: true, maxSockets: 8 }),
  ];
  return ({ url }, { method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const { port, authority } = findEntrance(url);
      const { host, hostname } = new URL(url);
      const options = { host: "127.0.0.1", port, method, path, headers: { host, ...headers }, setHost: false };
      const outgoing =
        authority === undefined
          ? requestHttp({ ...options, agent: plain })
          : requestHttps({ ...options, agent: secure, ca: authority, servername: hostname });
      outgoing.once("error", reject).once("response", (incoming) => {
        const head = { status: incoming.statusCode ?? 0, headers: incoming.rawHeaders.join("\n") };
        const type = incoming.headers["content-type"] ?? "";
        if (head.status === 200 && /text\/(plain|event-stream)/.test(type)) {
          incoming.destroy();
          return resolve({ ...head, body: "" });
        }
        text(incoming).then((read) => resolve({ ...head, body: read }), reject);
      });
      outgoing.end(body);
    });
}

const refusals = new Set([400, 401, 403, 404, 405, 415]);

/** What is wrong with the answer to a request that must be refused. */
export function findWrong({ name }: Target, { status, headers, body }: Reply): string | undefined {
  if (/access-control-|set-cookie/i.test(headers)) return `a header that opens it: ${headers}`;
  if (!refusals.has(status)) return `HTTP ${status} ${body.slice(0, 100)}`;
  // Pages report in text that nothing is available.
  return body.length > 2000 ? `${body.length} characters of ${name}` : undefined;
}
