import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { createParser } from "eventsource-parser";

export interface BridgeResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
  text(): Promise<string>;
}

export interface BridgeRequest {
  readonly method: "POST" | "GET" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Sends a request without a deadline: a tool may take as long as it needs. `fetch` gives up after five minutes. */
export function sendHttp(url: URL, { method, headers, body, signal }: BridgeRequest): Promise<BridgeResponse> {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    send(url, { method, headers: { ...headers, ...length }, signal, agent: false }, (incoming) => {
      const { statusCode = 0, headers: received } = incoming;
      resolve({ status: statusCode, headers: received, body: incoming, text: () => readText(incoming) });
    })
      .once("error", reject)
      .end(body);
  });
}

async function readText(body: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

/** The data of the events of a stream, until it ends. Throws if it breaks off. */
export async function readEvents(body: AsyncIterable<Uint8Array>, onData: (data: string) => void): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => void (data !== "" && onData(data)) });
  const decoder = new TextDecoder();
  for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
}
