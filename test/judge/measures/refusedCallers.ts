import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Measure } from "../figure.ts";
import { startAttackedService } from "./refusedCallers/attackedService.ts";
import { type Attempt, attemptsAt } from "./refusedCallers/attempts.ts";
import type { Target } from "./refusedCallers/targets.ts";

interface Reply {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** Sends raw requests to every endpoint. Nothing is random, so the short and the full form are the same. */
export const refusedCallers: Measure = {
  id: "S1",
  goal: "no token, foreign Host or Origin, text/plain: refused without effect, on every port; no CORS header",
  needs: "node",
  measure: async () => {
    const service = await startAttackedService();
    try {
      const before = service.state();
      const findings: string[] = [];
      let count = 0;
      for (const target of service.targets) {
        const attempts = attemptsAt(target);
        count += attempts.length;
        const replies = await Promise.all(attempts.map((attempt) => send(target, attempt)));
        for (const [index, reply] of replies.entries()) {
          const wrong = wrongWith(target, reply);
          if (wrong !== undefined) findings.push(`${target.name}, ${attempts[index]?.how}: ${wrong}`);
        }
      }
      const changed = service.state() !== before;
      if (changed) findings.push("Something was changed by a request that was refused.");
      const worked = await controls(service.targets);
      // These requests need a connected account, a deployment, a run or a ticket. They are checked later.
      if (worked < service.targets.length - 12) findings.push(`Only ${worked} of the requests work at all.`);
      const figure = `${count} requests at ${service.targets.length} endpoints of ${service.ports.length} ports: ${findings.length} let in, ${changed ? "some" : 0} effects; sent rightly ${worked} work`;
      return { figure, met: findings.length === 0, findings };
    } finally {
      await service.close();
    }
  },
};

const refusals = new Set([400, 401, 403, 404, 405, 415]);

function wrongWith({ name }: Target, { status, headers, body }: Reply): string | undefined {
  if (/access-control-|set-cookie/i.test(headers)) return `a header that opens it: ${headers}`;
  if (!refusals.has(status)) return `HTTP ${status} ${body.slice(0, 100)}`;
  // Pages report in text that nothing is available.
  return body.length > 2000 ? `${body.length} characters of ${name}` : undefined;
}

/** Counts the requests that succeed for an authorized caller. */
async function controls(targets: readonly Target[]): Promise<number> {
  let worked = 0;
  // Requests that delete run last.
  const order = [...targets].sort((one, other) => Number(one.method === "DELETE") - Number(other.method === "DELETE"));
  for (const target of order) {
    const { method, url, headers, body, proof } = target;
    const { pathname, search } = new URL(url);
    const right = { ...headers, ...(proof !== undefined && { authorization: proof }) };
    const { status } = await send(target, { how: "", method, path: pathname + search, headers: right, body });
    if (status < 300) worked += 1;
  }
  return worked;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Resolves with the head and the first part of the body, because a lease or a stream has no end. */
function send({ url }: Target, { method, path, headers, body }: Attempt): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(url);
    const setHost = headers.host === undefined;
    const outgoing = request({ host: "127.0.0.1", port, method, path, headers, setHost, agent });
    outgoing.once("error", reject).once("response", (incoming) => {
      const head = { status: incoming.statusCode ?? 0, headers: incoming.rawHeaders.join("\n") };
      const endless = head.status === 200 && /text\/(plain|event-stream)/.test(incoming.headers["content-type"] ?? "");
      if (endless) {
        incoming.destroy();
        return resolve({ ...head, body: "" });
      }
      text(incoming).then((read) => resolve({ ...head, body: read }), reject);
    });
    outgoing.end(body);
  });
}
