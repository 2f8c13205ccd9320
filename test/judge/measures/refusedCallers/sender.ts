import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Attempt } from "./attempts.ts";
import type { Target } from "./targets.ts";

export interface Reply {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

export type Send = (target: Target, attempt: Attempt) => Promise<Reply>;

/** Sends raw requests. Resolves with the head and the first part of the body, because a lease or a stream has no end. */
export function createSender(): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return ({ url }, { method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const { host, port } = new URL(url);
      const options = { host: "127.0.0.1", port, method, path, headers: { host, ...headers }, setHost: false, agent };
      const outgoing = request(options);
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
