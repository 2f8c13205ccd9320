import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listenOnLoopback } from "../network/listenOnLoopback.ts";

/** A complete received request. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export interface Upstream {
  readonly origin: string;
  readonly received: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** Starts an HTTP server that records requests and sends scripted responses. */
export async function startUpstream(
  answer: (request: ReceivedRequest, response: ServerResponse) => void,
): Promise<Upstream> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = "", url = "", headers } = incoming;
    const request = { method, target: url, headers, body: await buffer(incoming) };
    received.push(request);
    answer(request, response);
  });
  const { url: origin, close } = await listenOnLoopback(server);
  return { origin, received, close };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}
