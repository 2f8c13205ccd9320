import { createServer, type ServerResponse } from "node:http";
import { listenOnLoopback } from "../network/listenOnLoopback.ts";
import { createDeploymentEvent, finishedDeployment } from "./finishedDeployment.ts";

/** The behavior of one stream: sends `take` events after the requested one, then ends by `end`. */
export interface StreamStep {
  readonly take: number;
  /** Omits every n-th event. */
  readonly skip?: number;
  /** Starts this many events earlier than requested. */
  readonly repeat?: number;
  readonly end: "close" | "reset" | "json" | "busy" | "refused" | "open" | "nonsense";
}

export interface EventService {
  readonly url: string;
  /** The requests with the requested sequence: `stream 3`, `list 3`, `status`. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

const event = (sequence: number) => createDeploymentEvent(sequence, `line ${sequence} ü\n`);

/** Serves a finished deployment of `count` events. Each stream behaves by one step, later streams behave normally. */
export async function startEventService(count: number, steps: readonly StreamStep[]): Promise<EventService> {
  const requests: string[] = [];
  let streams = 0;
  const after = (url: URL) => Number(url.searchParams.get("after") ?? 0);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://none");
    if (url.pathname.endsWith("/deployment")) {
      requests.push("status");
      return sendJson(response, finishedDeployment);
    }
    if (request.headers.accept === "text/event-stream") {
      requests.push(`stream ${request.headers["last-event-id"]}`);
      return sendStream(response, count, after(url), steps[streams++] ?? { take: count, end: "close" });
    }
    requests.push(`list ${after(url)}`);
    return sendJson(response, createPage(count, after(url), Math.min(7, Number(url.searchParams.get("limit")))));
  });
  const { url, close } = await listenOnLoopback(server);
  return { url, requests, close };
}

function createPage(count: number, after: number, limit: number): object {
  const last = Math.min(count, after + limit);
  const items = Array.from({ length: Math.max(0, last - after) }, (_, index) => event(after + index + 1));
  return { items, nextCursor: last < count ? String(last) : null };
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function sendStream(response: ServerResponse, count: number, after: number, step: StreamStep): void {
  if (step.end === "json") sendJson(response, createPage(count, after, 7));
  else if (step.end === "busy") sendJson(response, {}, 503);
  else if (step.end === "refused") sendJson(response, {}, 406);
  else writeEvents(response, count, after, step);
}

function writeEvents(response: ServerResponse, count: number, after: number, step: StreamStep): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.write(": hello\n\n");
  const first = Math.max(1, after + 1 - (step.repeat ?? 0));
  const last = Math.min(count, after + step.take);
  for (let sequence = first; sequence <= last; sequence += 1) {
    if (step.skip && sequence % step.skip === 0) continue;
    response.write(`id: ${sequence}\ndata: ${JSON.stringify(event(sequence))}\n\n`);
  }
  if (step.end === "nonsense") response.write('data: {"sequence":"?"}\n\n');
  if (step.end === "reset") setImmediate(() => response.socket?.resetAndDestroy());
  else if (step.end !== "open") response.end();
}
