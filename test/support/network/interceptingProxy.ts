import { Agent, type IncomingMessage, request as sendRequest } from "node:http";
import type { Socket } from "node:net";
import { type RawRequest, type RawServer, startRawServer } from "./rawServer.ts";

/** What happens to a request on its way to a service. */
export type RequestFate =
  | { readonly kind: "passes" }
  /** The request never arrives. */
  | { readonly kind: "lost"; readonly instead: (socket: Socket) => unknown }
  /** The request arrives, but the client disconnects before the service handles it. */
  | { readonly kind: "overtaken" }
  /** The service handles the request, and `answered` decides about the response. */
  | { readonly kind: "acted"; readonly answered: (socket: Socket, answer: Buffer) => unknown };

/** A proxy that decides what happens to each complete request. */
export async function startInterceptingProxy(
  target: string,
  chooseFate: (request: RawRequest) => RequestFate,
): Promise<RawServer> {
  const agent = new Agent({ keepAlive: true });
  const front = await startRawServer((socket, request) => {
    const fate = chooseFate(request);
    if (fate.kind === "lost") return void fate.instead(socket);
    if (fate.kind === "overtaken") socket.resetAndDestroy();
    forward(agent, target, request).then(
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

async function forward(agent: Agent, target: string, { method, target: path, headers, body }: RawRequest) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    // The service accepts only its own host name.
    const requestHeaders = { ...Object.fromEntries(headers), host: new URL(target).host };
    sendRequest(new URL(path, target), { method, headers: requestHeaders, agent }, resolve)
      .once("error", reject)
      .end(body);
  });
  const chunks: Buffer[] = [];
  // A response without encoding yields buffers.
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  const lines = [`HTTP/1.1 ${answer.statusCode} Answer`];
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!/^(?:transfer-encoding|connection|keep-alive|content-length)$/.test(name)) lines.push(`${name}: ${value}`);
  }
  if (answer.statusCode !== 204) lines.push(`content-length: ${content.length}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), content]);
}
