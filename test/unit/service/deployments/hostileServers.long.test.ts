import type { Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createServerProbe } from "../../../../src/service/deployments/health/serverProbe.ts";
import { createSecretMask } from "../../../../src/service/deployments/process/processEnvironment.ts";
import { createPortEndpoint } from "../../../../src/service/mcp/serverEndpoint.ts";
import { createManualClock } from "../../../support/deployments/manualClock.ts";
import { formatHttpResponse, type RawServer, startRawServer } from "../../../support/network/rawServer.ts";

let servers: RawServer[] = [];
afterEach(async () => {
  for (const server of servers) await server.close();
  servers = [];
});

async function raw(answer: Parameters<typeof startRawServer>[0]): Promise<RawServer> {
  const server = await startRawServer(answer);
  servers.push(server);
  return server;
}

type Message = { readonly id?: unknown; readonly method?: string; readonly params?: { readonly cursor?: string } };
const result = (value: object, headers = {}) =>
  formatHttpResponse(200, { jsonrpc: "2.0", id: 1, result: value }, headers);
const initialized = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "x", version: "1" },
};

/** Starts a server of the older protocol version whose response to `tools/list` is the tested one. */
function startListingServer(tools: (socket: Socket, message: Message) => void) {
  return raw((socket, { method, body }) => {
    const message: Message = body === "" ? {} : JSON.parse(body);
    if (method !== "POST" || message.method === "server/discover") socket.write(formatHttpResponse(404, "{}"));
    else if (message.method === "initialize") socket.write(result(initialized));
    else if (message.method === "tools/list") tools(socket, message);
    else socket.write(formatHttpResponse(202, ""));
  });
}

/** Writes until the client disconnects. */
function pour(socket: Socket, head: string, text: string): void {
  socket.write(head);
  const on = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on("drain", on);
  on();
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const streamed = (type: string) => `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
const tool = (name: string) => ({ name, inputSchema: { type: "object" } });
const { clock, advance } = createManualClock();
const probeOptions = { timeoutMs: 4000, slowMs: 2000, clock, mask: (text: string) => text };

test.each<[string, (socket: Socket, message: Message) => void]>([
  ["as an endless response", (socket) => pour(socket, streamed("application/json"), chunk("[".repeat(65_536)))],
  [
    "as an endless event",
    (socket) => pour(socket, `${streamed("text/event-stream")}${chunk("data: ")}`, chunk("x".repeat(65_536))),
  ],
  [
    "as endless unrelated events",
    (socket) => {
      pour(socket, streamed("text/event-stream"), chunk('data: {"method":"x"}\n\n'));
      advance(probeOptions.timeoutMs);
    },
  ],
  [
    "as endless pages",
    (socket, { params }) => socket.write(result({ tools: [tool("a")], nextCursor: `${params?.cursor ?? ""}x` })),
  ],
  [
    "as 50,000 tools",
    (socket) => socket.write(result({ tools: Array.from({ length: 50_000 }, (_, index) => tool(`t${index}`)) })),
  ],
  [
    "one byte at a time",
    (socket) => {
      socket.write(streamed("application/json"));
      const drip = setInterval(() => socket.write(chunk(" ")), 50);
      advance(probeOptions.timeoutMs);
      socket.on("close", () => clearInterval(drip));
    },
  ],
  ["as invalid JSON", (socket) => socket.write(formatHttpResponse(200, "tools: all"))],
  ["as an object instead of an array", (socket) => socket.write(result({ tools: { length: 3 } }))],
  [
    "as 100,000 nested arrays",
    (socket) =>
      socket.write(
        formatHttpResponse(200, `{"jsonrpc":"2.0","id":1,"result":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
      ),
  ],
])("a probe of a server that lists its tools %s ends in time", async (name, tools) => {
  const server = await startListingServer(tools);
  const probe = createServerProbe(createPortEndpoint(server.port), probeOptions);
  const before = process.memoryUsage().rss;
  const { status, checks } = await probe.run(new AbortController().signal);
  probe.close();
  if (name === "as endless pages") expect(checks.at(-1)?.message).toBe("100 tools");
  else expect([status, checks.at(-1)?.name, checks.at(-1)?.status]).toEqual(["degraded", "tools", "unhealthy"]);
  // The server writes several GB in this time, from this process, whose garbage is in the figure too.
  expect(process.memoryUsage().rss - before).toBeLessThan(1e9);
});

test.each<[string, number, (socket: Socket, text: string) => void]>([
  [
    "an error",
    3_000_000,
    (socket, message) =>
      socket.write(formatHttpResponse(500, { jsonrpc: "2.0", id: 1, error: { code: -32000, message } })),
  ],
  ["a protocol version", 5000, (socket, version) => socket.write(result({ ...initialized, protocolVersion: version }))],
])("a probe masks and cuts %s of a server", async (_, length, respond) => {
  const server = await raw((socket, { body }) => {
    if (body.includes("server/discover")) socket.write(formatHttpResponse(404, "{}"));
    else respond(socket, `no s3cr3t-of-mine ${"é".repeat(length)}`);
  });
  const mask = createSecretMask(["s3cr3t-of-mine"]);
  const probe = createServerProbe(createPortEndpoint(server.port), { ...probeOptions, mask });
  const { checks } = await probe.run(new AbortController().signal);
  probe.close();
  const message = checks.find(({ name }) => name === "handshake")?.message ?? "";
  expect(message).toMatch(/no \*\*\* é+…$/);
  expect(Buffer.byteLength(message)).toBeLessThanOrEqual(2048);
});

test("a probe of a server that switches protocols ends", async () => {
  const server = await raw((socket) => socket.write("HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"));
  const probe = createServerProbe(createPortEndpoint(server.port), probeOptions);
  const { status } = await probe.run(new AbortController().signal);
  probe.close();
  expect(status).toBe("unhealthy");
});

test("a probe does not follow redirects", async () => {
  const elsewhere = await raw((socket) => socket.write(formatHttpResponse(200, "{}")));
  const server = await raw((socket, { method, body }) => {
    const to = { location: `${elsewhere.url}/latest/meta-data` };
    const message: Message = body === "" ? {} : JSON.parse(body);
    if (message.method === "initialize") socket.write(result(initialized, { "mcp-session-id": "s" }));
    else if (method === "DELETE" || message.method !== "tools/list") socket.write(formatHttpResponse(307, "", to));
    else socket.write(result({ tools: [] }));
  });
  const probe = createServerProbe(createPortEndpoint(server.port), probeOptions);
  await probe.run(new AbortController().signal);
  probe.close();
  expect(server.requests.at(-1)?.method).toBe("DELETE");
  expect(elsewhere.requests).toEqual([]);
});
