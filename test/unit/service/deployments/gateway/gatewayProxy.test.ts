import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import {
  createGatewayProxy,
  type ProxiedRequest,
  type RequestInspector,
} from "../../../../../src/service/deployments/gateway/gatewayProxy.ts";
import { requestBodyLimit } from "../../../../../src/service/http/requestBody.ts";
import { startRawServer } from "../../../../support/network/rawServer.ts";

const open: RequestInspector = { buffersBody: false, checkBody: () => {}, inspectChunk: () => {} };

test("a caller who is gone before the request is passed on is not waited for, and nothing is asked for them", async () => {
  let asked = 0;
  const upstream = await listening((_incoming, outgoing) => {
    asked += 1;
    outgoing.end();
  });
  const proxy = createGatewayProxy();
  const arrived = Promise.withResolvers<void>();
  const passed = Promise.withResolvers<ProxiedRequest>();
  const gateway = await listening((incoming, outgoing) => {
    outgoing.once("close", () =>
      proxy
        .forward({ incoming, outgoing, port: upstream, requestId: "r", inspector: open })
        .then(passed.resolve, passed.reject),
    );
    arrived.resolve();
  });
  const caller = new AbortController();
  const call = fetch(`http://127.0.0.1:${gateway}/`, { method: "POST", body: "{}", signal: caller.signal });
  await arrived.promise;
  caller.abort();
  await expect(call).rejects.toThrow("aborted");
  expect(await passed.promise).toMatchObject({ status: null });
  expect(asked).toBe(0);
});

test.each([
  ["DELETE", false],
  ["DELETE", true],
  ["GET", false],
  ["POST", false],
  ["POST", true],
])("the body of a %s that comes in pieces stays one (held back: %s), whatever it looks like", async (method, whole) => {
  const seen: string[] = [];
  const upstream = await listening(async (incoming, outgoing) => {
    let body = "";
    for await (const piece of incoming) body += piece;
    seen.push(`${incoming.method} ${body}`);
    outgoing.end(`to ${body.slice(0, 6)}`);
  });
  const gateway = await passingOn(upstream, { ...open, buffersBody: whole });
  const hidden = "POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nstray";
  const pieces = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
  await said(gateway, `${method} / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}`);
  const next = await fetch(`http://127.0.0.1:${gateway}/`, { method: "POST", body: "next" });
  expect(await next.text()).toBe("to next");
  expect(seen).toEqual([`${method} ${hidden}`, "POST next"]);
});

test.each(["099", "000"])("a server that answers with the status %s is one without an answer", async (status) => {
  const upstream = await startRawServer((socket) => socket.end(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`));
  onTestFinished(() => upstream.close());
  const gateway = await passingOn(upstream.port);
  const answer = await fetch(`http://127.0.0.1:${gateway}/`, { method: "POST", body: "{}" });
  expect([answer.status, await answer.text()]).toEqual([502, "The server ended the connection without a response."]);
});

test("a body beyond what one may have is refused, and not looked at when it has come", async () => {
  const upstream = await listening((_incoming, outgoing) => outgoing.end());
  const proxy = createGatewayProxy();
  const looked: number[] = [];
  const inspector = { ...open, buffersBody: true, checkBody: (body: Buffer) => void looked.push(body.length) };
  const refused = Promise.withResolvers<unknown>();
  const gateway = await listening(async (incoming, outgoing) => {
    proxy.forward({ incoming, outgoing, port: upstream, requestId: "r", inspector }).catch(refused.resolve);
    await once(incoming, "end");
    outgoing.end("all has come");
  });
  const piece = `100000\r\n${"x".repeat(0x100000)}\r\n`;
  const pieces = piece.repeat(requestBodyLimit / 0x100000 + 1);
  const answer = await said(
    gateway,
    `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`,
  );
  expect(answer).toContain("all has come");
  expect(await refused.promise).toMatchObject({ status: 413 });
  expect(looked).toEqual([]);
});

/** A server that passes everything on. */
async function passingOn(port: number, inspector = open): Promise<number> {
  const proxy = createGatewayProxy();
  return listening((incoming, outgoing) => {
    proxy.forward({ incoming, outgoing, port, requestId: "r", inspector }).catch((error) => {
      outgoing.writeHead(error.status).end(error.message);
    });
  });
}

/** What is answered first to what is written to a port as it is. */
function said(port: number, text: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, "127.0.0.1", () => socket.write(text));
  socket.once("data", (data) => {
    socket.destroy();
    resolve(String(data));
  });
  return promise;
}

async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
