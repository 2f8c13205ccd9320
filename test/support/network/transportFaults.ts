import type { Socket } from "node:net";
import { formatHttpResponse } from "./rawServer.ts";

/** Faults of a response in transit; each one gets the socket of the request. */
export const transportFaults = {
  "a reset": (socket) => socket.resetAndDestroy(),
  "a close before the head": (socket) => socket.end(),
  "a truncated body": (socket) => socket.end(`${head({ "content-length": "1000" })}{"items":[`),
  "a stalled head": (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-ty"),
  "a stalled body": (socket) => socket.write(`${head({ "content-length": "1000" })}{"items":[`),
  "a slow drip": (socket) => {
    socket.write(`${head({ "transfer-encoding": "chunked" })}1\r\n{\r\n`);
    const drip = setInterval(() => socket.write("1\r\n \r\n"), 20);
    socket.on("close", () => clearInterval(drip));
  },
  garbage: (socket) => socket.end("\x16\x03\x01\x02 this is no HTTP \r\n\r\n"),
  "a web page": (socket) =>
    socket.end(
      formatHttpResponse(200, "<!doctype html><title>Sign in</title><script>alert(1)</script>", {
        "content-type": "text/html",
      }),
    ),
  "JSON of another shape": (socket) => socket.end(formatHttpResponse(200, { hello: ["world"] })),
  "an empty answer": (socket) => socket.end(formatHttpResponse(200, "")),
  "a body of 100 MB": (socket) => socket.write(head({ "content-length": "100000000" })),
  "a redirect to another origin": (socket) =>
    socket.end(formatHttpResponse(302, "", { location: "http://elsewhere.example/login?key=secret" })),
} as const satisfies Record<string, (socket: Socket) => unknown>;

export type TransportFault = keyof typeof transportFaults;

function head(headers: Readonly<Record<string, string>>): string {
  const all = { "content-type": "application/json", ...headers };
  return `HTTP/1.1 200 OK\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
}
