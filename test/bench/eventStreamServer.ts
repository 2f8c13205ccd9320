import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod";

/** Streams a finished deployment's events as fast as they are taken, from a thread of its own. */
const count = z.int().parse(workerData);
const at = "2026-01-01T00:00:00.000Z";
const event = (sequence: number) => ({
  ...{ deploymentId: "dep_1", sequence, at, level: "info", kind: "log", data: null },
  message: `GET /pets?limit=${sequence % 97} 200 in ${sequence % 40} ms from 10.0.0.${sequence % 255}`,
});
const text = Array.from({ length: count }, (_, index) => {
  return `id: ${index + 1}\ndata: ${JSON.stringify(event(index + 1))}\n\n`;
}).join("");
const deployment = {
  ...{
    id: "dep_1",
    createdAt: at,
    updatedAt: at,
    etag: '"1"',
    serverId: "srv_1",
    projectId: "prj_1",
    version: "1.0.0",
  },
  ...{ digest: "sha256:0", status: "stopped", url: null, message: null, startedAt: at, finishedAt: at, failure: null },
  triggeredBy: "bench",
};

const server = createServer((request, response) => {
  const isStream = request.headers.accept === "text/event-stream";
  response.setHeader("content-type", isStream ? "text/event-stream" : "application/json");
  if (isStream) response.end(text);
  else if (request.url?.includes("/events")) response.end('{"items":[],"nextCursor":null}');
  else response.end(JSON.stringify(deployment));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === "object" && address ? address.port : 0);
});
