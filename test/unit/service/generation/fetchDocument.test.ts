import { once } from "node:events";
import { get } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { fetchDocument } from "../../../../src/service/generation/fetchDocument.ts";
import { createCheckedLookup } from "../../../../src/service/network/guardedRequest.ts";
import { startRawServer } from "../../../support/network/rawServer.ts";
import { startHttpServer } from "../../../support/services/startHttpServer.ts";

const { signal } = new AbortController();

test("a document is fetched from loopback, through redirects, without credentials", async () => {
  const seen: (string | undefined)[] = [];
  const url = await startHttpServer((request, response) => {
    seen.push(request.headers.authorization, request.headers.cookie);
    if (request.url === "/old") response.writeHead(302, { Location: "/new" }).end();
    else response.end("\uFEFF{}");
  });
  expect(await fetchDocument(`${url}/old`, undefined, signal)).toBe("{}");
  expect(seen).toEqual([undefined, undefined, undefined, undefined]);
});

test("an error status, a redirect loop, an unsupported scheme and an unreachable host each reject with the reason", async () => {
  const url = await startHttpServer((request, response) => {
    if (request.url === "/missing") response.writeHead(404).end();
    else if (request.url === "/loop") response.writeHead(301, { Location: "/loop" }).end();
    else response.writeHead(302, { Location: "file:///etc/passwd" }).end();
  });
  await expect(fetchDocument(`${url}/missing`, undefined, signal)).rejects.toThrow("answered 404");
  await expect(fetchDocument(`${url}/loop`, undefined, signal)).rejects.toThrow("redirects more than 5 times");
  await expect(fetchDocument(`${url}/file`, undefined, signal)).rejects.toThrow("file: URLs cannot be fetched");
  await expect(fetchDocument("http://127.0.0.1:1/", undefined, signal)).rejects.toThrow("could not be fetched");
  await expect(fetchDocument("http://nowhere.invalid/", undefined, signal)).rejects.toThrow("could not be fetched");
});

test("an endless document is rejected at the limit", async () => {
  const url = await startHttpServer((_, response) => {
    const chunk = Buffer.alloc(1024 * 1024, " ");
    const more = (): void => void response.write(chunk, (error) => error ?? more());
    more();
  });
  await expect(fetchDocument(url, undefined, signal)).rejects.toThrow("more than");
});

test("a server that switches protocols counts as one without a response", async () => {
  const server = await startRawServer((socket) =>
    socket.write("HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
  );
  onTestFinished(() => server.close());
  await expect(fetchDocument(server.url, undefined, signal)).rejects.toThrow("closed without a response");
});

test("a document without a length whose connection breaks is rejected", async () => {
  const stop = new AbortController();
  const server = await startRawServer(async (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nopenapi: 3.1.0\n");
    // Client and server share this process: after some event loop turns the client has read the beginning.
    for (let round = 0; round < 10; round += 1) await new Promise((next) => setImmediate(next));
    stop.abort(new Error("enough"));
  });
  onTestFinished(() => server.close());
  await expect(fetchDocument(server.url, undefined, stop.signal)).rejects.toThrow("enough");
});

test("the addresses of a host in the same zone are tried in turn, such as ::1 and 127.0.0.1", async () => {
  const url = new URL(await startHttpServer((_, response) => response.end("{}")));
  url.hostname = "three.test";
  const found = [
    { address: "::1", family: 6 },
    { address: "10.0.0.1", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ];
  const checked: string[] = [];
  const lookup = createCheckedLookup(
    (address) => checked.push(address),
    (_name, _options, callback) => process.nextTick(callback, null, found),
  );
  const [response] = await once(get(url, { lookup, agent: false }), "response");
  response.resume();
  expect([response.statusCode, response.socket.remoteAddress, checked]).toEqual([200, "127.0.0.1", ["::1"]]);
});

test("metadata services are not requested, neither directly nor through a redirect", async () => {
  const url = await startHttpServer((_, response) =>
    response.writeHead(302, { Location: "http://169.254.169.254/latest" }).end(),
  );
  for (const target of [
    url,
    "http://169.254.169.254/",
    "http://[fe80::1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://0.0.0.0/",
  ]) {
    await expect(fetchDocument(target, undefined, signal)).rejects.toThrow("is not allowed");
  }
});

test("an aborted fetch ends at once", async () => {
  const url = await startHttpServer(() => {});
  const controller = new AbortController();
  const fetching = fetchDocument(url, undefined, controller.signal);
  controller.abort(new Error("enough"));
  await expect(fetching).rejects.toThrow();
});
