import { Agent, type IncomingMessage, request as sendRequest } from "node:http";
import type { Socket } from "node:net";
import { type RawRequest, type RawServer, startRawServer } from "./rawServer.ts";

/** What becomes of a request on its way to a service. */
export type RequestFate =
  | { readonly kind: "passes" }
  /** It never arrives. */
  | { readonly kind: "lost"; readonly instead: (socket: Socket) => unknown }
  /** It arrives, but whoever sent it is gone before the service acts on it. */
  | { readonly kind: "overtaken" }
  /** The service acts on it, and its answer is in these hands. */
  | { readonly kind: "acted"; readonly answered: (socket: Socket, answer: Buffer) => unknown };

/** Stands in front of a service and decides what becomes of each request; it sees the whole of it. */
export async function startInterceptingProxy(
  target: string,
  fateOf: (request: RawRequest) => RequestFate,
): Promise<RawServer> {
  const agent = new Agent({ keepAlive: true });
  const front = await startRawServer((socket, request) => {
    const fate = fateOf(request);
    if (fate.kind === "lost") return void fate.instead(socket);
    if (fate.kind === "overtaken") socket.resetAndDestroy();
    passOn(agent, target, request).then(
      (answer) => {
        if (fate.kind === "acted") fate.answered(socket, answer);
        else if (!socket.destroyed) socket.write(answer);
      },
      () => socket.resetAndDestroy(),
    );
  });
  return {
    ...front,
    close: async () => {
      await front.close();
      agent.destroy();
    },
  };
}

async function passOn(agent: Agent, target: string, { method, target: path, headers, body }: RawRequest) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    // The service answers to its own name only.
    const sent = { ...Object.fromEntries(headers), host: new URL(target).host };
    sendRequest(new URL(path, target), { method, headers: sent, agent }, resolve).once("error", reject).end(body);
  });
  const chunks: Buffer[] = [];
  // A response yields buffers where no encoding was set.
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  const lines = [`HTTP/1.1 ${answer.statusCode} Answer`];
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!/^(?:transfer-encoding|connection|keep-alive|content-length)$/.test(name)) lines.push(`${name}: ${value}`);
  }
  if (answer.statusCode !== 204) lines.push(`content-length: ${content.length}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), content]);
}
