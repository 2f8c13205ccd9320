import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { text as readText } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import {
  createGatewayProxy,
  type ForwardedCall,
  type ProxiedRequest,
} from "../../../../../src/service/deployments/gateway/gatewayProxy.ts";
import { requestBodyLimit } from "../../../../../src/service/http/requestBody.ts";
import { createPortEndpoint } from "../../../../../src/service/mcp/serverEndpoint.ts";
import { closeAfterTest } from "../../../../support/closeAfterTest.ts";
import { listenOnLoopback } from "../../../../support/network/listenOnLoopback.ts";
import { startRawServer } from "../../../../support/network/rawServer.ts";
import { testDeadline } from "../../../../support/testDeadline.ts";

test("a request of a caller who disconnects before it is forwarded is not sent to the server", async () => {
  let requestCount = 0;
  const upstream = await startListening((_incoming, outgoing) => {
    requestCount += 1;
    outgoing.end();
  });
  const forward = createGatewayProxy();
  const arrived = Promise.withResolvers<void>();
  const forwarded = Promise.withResolvers<ProxiedRequest>();
  const gateway = await startListening((incoming, outgoing) => {
    outgoing.once("close", () =>
      forward({ incoming, outgoing, endpoint: createPortEndpoint(upstream), requestId: "r" }).then(
        forwarded.resolve,
        forwarded.reject,
      ),
    );
    arrived.resolve();
  });
  const caller = new AbortController();
  const call = fetch(`http://127.0.0.1:${gateway}/`, { method: "POST", body: "{}", signal: caller.signal });
  await arrived.promise;
  caller.abort();
  await expect(call).rejects.toThrow("aborted");
  expect(await forwarded.promise).toMatchObject({ status: null });
  expect(requestCount).toBe(0);
});

test.each([
  ["DELETE", false],
  ["DELETE", true],
  ["GET", false],
  ["POST", false],
  ["POST", true],
])(
  "the chunked body of a %s request stays one body, even when it contains a request (buffered: %s)",
  async (method, whole) => {
    const seen: string[] = [];
    const upstream = await startListening(async (incoming, outgoing) => {
      const body = await readText(incoming);
      seen.push(`${incoming.method} ${body}`);
      outgoing.end(`to ${body.slice(0, 6)}`);
    });
    const gateway = await startForwardingServer(upstream, { buffersBody: whole });
    const hidden = "POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nstray";
    const pieces = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
    await sendText(gateway, `${method} / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}`);
    const next = await fetch(`http://127.0.0.1:${gateway}/`, { method: "POST", body: "next" });
    expect(await next.text()).toBe("to next");
    expect(seen).toEqual([`${method} ${hidden}`, "POST next"]);
  },
);

test("a caller who does not read holds the server back, and then gets the whole response", async () => {
  const size = 32 * 2 ** 20;
  const upstream = await startListening((_, outgoing) => outgoing.end(Buffer.alloc(size)));
  const forward = createGatewayProxy();
  const full = Promise.withResolvers<ServerResponse>();
  const gateway = await startListening((incoming, outgoing) => {
    const onResponseChunk = () => outgoing.writableNeedDrain && full.resolve(outgoing);
    void forward({ incoming, outgoing, endpoint: createPortEndpoint(upstream), requestId: "r", onResponseChunk });
  });
  const caller = connect(gateway, "127.0.0.1", () => caller.write("GET / HTTP/1.0\r\n\r\n"));
  const outgoing = await full.promise;
  for (let turn = 0; turn < 200; turn += 1) await nextTurn();
  expect(outgoing.writableLength).toBeLessThan(2 ** 20);
  let received = 0;
  for await (const piece of caller) received += piece.length;
  expect(received).toBeGreaterThan(size);
});

test.each(["099", "000"])("a response with the status %s is treated as no response", async (status) => {
  const upstream = await startRawServer((socket) => socket.end(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`));
  onTestFinished(() => upstream.close());
  const gateway = await startForwardingServer(upstream.port);
  const answer = await fetch(`http://127.0.0.1:${gateway}/`, { method: "POST", body: "{}" });
  expect([answer.status, await answer.text()]).toEqual([502, "The server ended the connection without a response."]);
});

test("a body beyond the limit is rejected and not inspected", async () => {
  const upstream = await startListening((_incoming, outgoing) => outgoing.end());
  const forward = createGatewayProxy();
  const inspected: number[] = [];
  const inspection = { buffersBody: true, inspectors: [(body: Buffer) => void inspected.push(body.length)] };
  const refused = Promise.withResolvers<unknown>();
  const gateway = await startListening(async (incoming, outgoing) => {
    const endpoint = createPortEndpoint(upstream);
    forward({ incoming, outgoing, endpoint, requestId: "r", ...inspection }).catch(refused.resolve);
    await once(incoming, "end");
    outgoing.end("all has come");
  });
  const piece = `100000\r\n${"x".repeat(0x100000)}\r\n`;
  const pieces = piece.repeat(requestBodyLimit / 0x100000 + 1);
  const answer = await sendText(
    gateway,
    `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`,
  );
  expect(answer).toContain("all has come");
  expect(await refused.promise).toMatchObject({ status: 413 });
  expect(inspected).toEqual([]);
});

test("a client cannot offer to hold a stream, and a server cannot have one held that was not offered", async () => {
  const seen: unknown[] = [];
  const upstream = await startListening((incoming, outgoing) => {
    seen.push(incoming.headers["fairlead-held-stream"]);
    outgoing.writeHead(200, { "Content-Type": "text/event-stream", "Fairlead-Held-Stream": "1" }).end(": open\n\n");
  });
  const headers = { "Fairlead-Held-Stream": "1" };
  const gateway = await startForwardingServer(upstream);
  // The text has an end only because the gateway does not hold the stream.
  const answer = await fetch(`http://127.0.0.1:${gateway}/`, { headers, signal: testDeadline() });
  expect(await answer.text()).toBe(": open\n\n");
  expect(seen).toEqual([undefined]);
});

/** Starts a server that forwards every request. */
async function startForwardingServer(port: number, options: Partial<ForwardedCall> = {}): Promise<number> {
  const forward = createGatewayProxy();
  return startListening((incoming, outgoing) => {
    const call = { incoming, outgoing, endpoint: createPortEndpoint(port), requestId: "r", ...options };
    forward(call).catch((error) => {
      outgoing.writeHead(error.status).end(error.message);
    });
  });
}

/** Writes a text to a port and resolves with the first data of the response. */
function sendText(port: number, text: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, "127.0.0.1", () => socket.write(text));
  socket.once("data", (data) => {
    socket.destroy();
    resolve(String(data));
  });
  return promise;
}

const startListening = async (listener: RequestListener): Promise<number> =>
  closeAfterTest(await listenOnLoopback(createServer(listener))).port;
