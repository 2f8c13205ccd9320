import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { readServerTransport } from "../../../../src/contract/registry.ts";
import { serveStdio } from "../../../../src/service/stdio/serveStdio.ts";
import { openStdioConnection } from "../../../../src/service/stdio/stdioConnection.ts";
import { ExactNumber } from "../../../../src/text/number/exactNumber.ts";
import { longTest } from "../../../support/longTest.ts";
import { stdioManifest } from "../../../support/servers/stdioServer.ts";

const megabyte = 2 ** 20;

/** The streams of a program that the test plays. */
function createStreams() {
  const streams = { input: new PassThrough(), output: new PassThrough() };
  onTestFinished(() => {
    streams.input.destroy();
    streams.output.destroy();
  });
  return streams;
}

test("a version is on standard input and output if its manifest names no other transport", () => {
  const [stdio] = stdioManifest.packages;
  const http = { ...stdio, transport: { type: "streamable-http", url: "http://127.0.0.1:3000/mcp" } };
  expect(readServerTransport(stdioManifest)).toBe("stdio");
  expect(readServerTransport({ packages: [stdio, stdio] })).toBe("stdio");
  for (const packages of [[http], [stdio, http], [http, stdio], []])
    expect(readServerTransport({ packages })).toBe("http");
  for (const manifest of [undefined, {}, { packages: [{}] }]) expect(readServerTransport(manifest)).toBe("http");
});

test("a program that has not answered the handshake accepts no connection, and one that has does", async () => {
  const { input, output } = createStreams();
  const { endpoint } = serveStdio({ input, output }, { onLine: () => {}, kill: () => {} });
  await expect(endpoint.connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  const { id } = JSON.parse(String(input.read()));
  const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "x", version: "1" } };
  output.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
  await expect
    .poll(() =>
      endpoint.connect().then(
        (socket) => socket.destroy().destroyed,
        () => false,
      ),
    )
    .toBe(true);
  output.destroy();
  await expect(endpoint.connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a program that fails accepts no connection, even if its answer comes with the line that it fails for", async () => {
  const { input, output } = createStreams();
  const kills: string[] = [];
  const { endpoint, describeExit } = serveStdio(
    { input, output },
    { onLine: () => {}, kill: () => kills.push("kill") },
  );
  const { id } = JSON.parse(String(input.read()));
  const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "x", version: "1" } };
  output.write(`Ready\n${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
  await expect.poll(() => String(input.read())).toContain("notifications/initialized");
  await import("../../../../src/service/stdio/stdioHandler.ts");
  await new Promise((resolve) => setImmediate(resolve));
  await expect(endpoint.connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect(kills).toEqual(["kill"]);
  expect(describeExit({ description: "ended" }).description).toMatch(/^wrote "Ready" to its standard output/);
});

test("a log message of a program is a line, with its data as text", async () => {
  const streams = createStreams();
  const lines: string[] = [];
  serveStdio(streams, { onLine: (line) => lines.push(line), kill: () => {} });
  for (const data of ["Ready", { port: 1 }])
    streams.output.write(
      `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data } })}\n`,
    );
  await expect.poll(() => lines).toEqual(["info: Ready", 'info: {"port":1}']);
});

function connect() {
  const { input, output } = createStreams();
  const overflows: string[] = [];
  const connection = openStdioConnection(
    { input, output },
    { onNotification: () => {}, onInvalidLine: () => {}, onOverflow: (description) => overflows.push(description) },
  );
  return { connection, input, output, overflows };
}

longTest("a program may not write a line without an end", async () => {
  const { output, overflows } = connect();
  for (let written = 0; written < 33; written += 1) output.write("x".repeat(megabyte));
  await expect.poll(() => overflows).toEqual(["wrote a line of more than 16 MB to its standard output"]);
});

longTest("a program that does not read is found", () => {
  const { connection, overflows } = connect();
  for (let sent = 0; sent < 60; sent += 1) connection.notify("x", { text: "x".repeat(megabyte) });
  expect(overflows).toEqual([]);
  for (let sent = 0; sent < 5; sent += 1) connection.notify("x", { text: "x".repeat(megabyte) });
  expect(overflows[0]).toBe("did not read its standard input");
});

test("a request fails when the program has ended, before or after it", async () => {
  const { connection, output } = connect();
  const request = connection.request("tools/list", {});
  output.destroy();
  await expect(request).rejects.toThrow("The server has ended.");
  await expect(connection.request("tools/list", {})).rejects.toThrow("The server has ended.");
});

test("a character whose bytes arrive in two pieces is read whole", async () => {
  const { connection, output } = connect();
  const request = connection.request("x", {});
  const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id: 1, result: { text: "ä" } })}\n`);
  const middle = bytes.indexOf("ä") + 1;
  output.write(bytes.subarray(0, middle));
  output.write(bytes.subarray(middle));
  expect(await request).toEqual({ text: "ä" });
});

test("numbers of a tool's result keep their digits, and others are those of JavaScript", async () => {
  const { connection, input, output } = connect();
  const request = connection.request("tools/call", { arguments: { id: new ExactNumber("9007199254740993") } });
  expect(String(input.read())).toContain('"id":9007199254740993}');
  output.write('{"jsonrpc":"2.0","id":1.0,"result":{"ttl":1.0,"structuredContent":{"id":9007199254740993}}}\n');
  expect(JSON.stringify(await request)).toBe('{"ttl":1,"structuredContent":{"id":9007199254740993}}');
});
