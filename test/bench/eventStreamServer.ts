import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod";
import { createDeploymentEvent, finishedDeployment } from "../support/client/finishedDeployment.ts";

/** Streams the events of a finished deployment as fast as the client reads them, from a separate thread. */
const count = z.int().parse(workerData);
const line = (sequence: number) =>
  `GET /pets?limit=${sequence % 97} 200 in ${sequence % 40} ms from 10.0.0.${sequence % 255}`;
const text = Array.from({ length: count }, (_, index) => {
  return `id: ${index + 1}\ndata: ${JSON.stringify(createDeploymentEvent(index + 1, line(index + 1)))}\n\n`;
}).join("");
const server = createServer((request, response) => {
  const isStream = request.headers.accept === "text/event-stream";
  response.setHeader("content-type", isStream ? "text/event-stream" : "application/json");
  if (isStream) response.end(text);
  else if (request.url?.includes("/events")) response.end('{"items":[],"nextCursor":null}');
  else response.end(JSON.stringify(finishedDeployment));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === "object" && address ? address.port : 0);
});
