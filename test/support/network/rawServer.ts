import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { listenOnLoopback } from "./listenOnLoopback.ts";

export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface RawServer {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly RawRequest[];
  /** Whether all connections close within a time. */
  isEmptyWithin(ms: number): Promise<boolean>;
  close(): Promise<void>;
}

/** A server that parses HTTP requests and lets `answer` write any bytes. */
export async function startRawServer(
  answer: (socket: Socket, request: RawRequest, count: number) => void,
): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let received = "";
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      received += chunk;
      for (let found = takeRequest(received); found; found = takeRequest(received)) {
        received = found.rest;
        requests.push(found.request);
        answer(socket, found.request, requests.length);
      }
    });
  });
  const listening = await listenOnLoopback(server);
  return { ...listening, requests, isEmptyWithin: (ms) => isEmptyWithin(sockets, ms) };
}

async function isEmptyWithin(sockets: ReadonlySet<Socket>, ms: number): Promise<boolean> {
  const signal = AbortSignal.timeout(ms);
  for (const socket of [...sockets]) {
    // After a timeout the socket is still open.
    if (!socket.destroyed) await once(socket, "close", { signal }).catch(() => {});
  }
  return [...sockets].every(({ destroyed }) => destroyed);
}

function takeRequest(text: string): { request: RawRequest; rest: string } | undefined {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const [start = "", ...lines] = text.slice(0, headEnd).split("\r\n");
  const [method = "", target = ""] = start.split(" ");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const bodyStart = headEnd + 4;
  const bodyEnd = bodyStart + Number(headers.get("content-length") ?? 0);
  if (text.length < bodyEnd) return undefined;
  const body = Buffer.from(text.slice(bodyStart, bodyEnd), "latin1").toString("utf8");
  return { request: { method, target, headers, body }, rest: text.slice(bodyEnd) };
}

/** Formats a complete HTTP response. */
export function formatHttpResponse(
  status: number,
  body: string | object,
  headers: Readonly<Record<string, string>> = {},
): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const all = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Answer\r\n${lines.join("")}\r\n${text}`;
}
