import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createStdioTransport } from "../../../src/runtime/mcp/stdioTransport.ts";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import { generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";
import { type McpEra, protocolEras } from "../../support/servers/mcpClient.ts";
import { sendJson, startUpstream } from "../../support/servers/upstream.ts";
import { builtRuntime } from "../../support/testBuild.ts";

const programSchema = z.object({ command: z.literal("node"), args: z.array(z.string()) });
const configurationsSchema = z.tuple([
  z.object({ servers: z.object({ "pet-shop": z.object({ type: z.literal("http"), url: z.url() }) }) }),
  z.object({ servers: z.object({ "pet-shop": programSchema.extend({ type: z.literal("stdio") }) }) }),
  z.object({ mcpServers: z.object({ "pet-shop": z.object({ url: z.url() }) }) }),
  z.object({ mcpServers: z.object({ "pet-shop": programSchema }) }),
]);

const readConfigurations = (readme: string) =>
  configurationsSchema.parse([...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = ""]) => JSON.parse(json)));

/** Writes a generated server, and returns what its README tells a client to start. */
async function saveServer(apiUrl: string) {
  const id = { name: "id", in: "path", required: true, schema: { type: "integer", format: "int64" } };
  const get = { operationId: "getPet", parameters: [id], responses: { 200: { description: "fine" } } };
  const { files } = generateFromValidDocument({
    ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, servers: [{ url: apiUrl }] },
    paths: { "/pets/{id}": { get } },
  });
  const folder = await mkdtemp(join(tmpdir(), "fairlead-stdio-"));
  closeAfterTest({ close: () => rm(folder, { recursive: true, force: true }) });
  for (const { path, content, encoding } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content, encoding);
  }
  await copyFile(await builtRuntime(), join(folder, "runtime.mjs"));
  const readme = files.find(({ path }) => path === "README.md")?.content ?? "";
  const [, , , { mcpServers }] = readConfigurations(readme);
  const args = mcpServers["pet-shop"].args.map((text) => text.replace("/path/to/this/folder", folder));
  return { readme, program: { command: process.execPath, args } };
}

async function startServer(apiUrl: string, era: McpEra) {
  const { program } = await saveServer(apiUrl);
  const mode = era === "2025-11-25" ? "legacy" : { pin: era };
  const client = new Client({ name: "fairlead-tests", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({ ...program, stderr: "pipe" });
  const log: string[] = [];
  transport.stderr?.on("data", (chunk) => log.push(String(chunk)));
  const ended = Promise.withResolvers<void>();
  transport.stderr?.once("close", () => ended.resolve());
  await client.connect(transport);
  closeAfterTest(client);
  return { client, log, ended: ended.promise };
}

describe.each(protocolEras)("a generated server that its client starts (%s)", (era) => {
  test("lists, calls and cancels its tools, listens nowhere, and ends with its client", async () => {
    const [received, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const upstream = await startUpstream(({ target }, response) => {
      if (target === "/pets/7") return sendJson(response, { name: "Rex" });
      response.once("close", closed.resolve);
      received.resolve();
    });
    closeAfterTest(upstream);
    const { client, log, ended } = await startServer(upstream.origin, era);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["getPet"]);
    const result = await client.callTool({ name: "getPet", arguments: { id: 7 } });
    expect(result.content).toEqual([{ type: "text", text: '{\n  "name": "Rex"\n}' }]);
    const cancel = new AbortController();
    const call = client.callTool({ name: "getPet", arguments: { id: 8 } }, { signal: cancel.signal });
    const failed = expect(call).rejects.toThrow();
    await received.promise;
    cancel.abort();
    await failed;
    await closed.promise;
    expect(upstream.received.map(({ target }) => target)).toEqual(["/pets/7", "/pets/8"]);
    expect(log.join("")).not.toContain("listens on");
    await client.close();
    await ended;
    expect(log.join("")).toContain("tool getPet ok status=200");
  });
});

test("the README of a generated server names the same URL and program for each client", async () => {
  const { readme } = await saveServer("http://127.0.0.1:9");
  const [http, stdio, otherHttp, otherStdio] = readConfigurations(readme);
  const { type, ...program } = stdio.servers["pet-shop"];
  expect(otherHttp.mcpServers["pet-shop"].url).toBe(http.servers["pet-shop"].url);
  expect(otherStdio.mcpServers["pet-shop"]).toEqual(program);
  expect(readme).toContain(`claude mcp add --transport http pet-shop ${http.servers["pet-shop"].url}\n`);
  expect(readme).toContain(`claude mcp add --transport stdio pet-shop -- node ${program.args.join(" ")}\n`);
});

describe("messages over standard input and output", () => {
  const start = async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const transport = createStdioTransport(input, output);
    closeAfterTest(transport);
    return { input, output, transport };
  };

  test("keep the digits of numbers in arguments, and no others", async () => {
    const { input, transport } = await start();
    const received = Promise.withResolvers<string>();
    transport.onmessage = (message) => received.resolve(JSON.stringify(message));
    await transport.start();
    const params = '"name":"get","arguments":{"id":9007199254740993}';
    input.write(`{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{${params}}}\n`);
    expect(JSON.parse(await received.promise)).toMatchObject({ id: 1 });
    expect(await received.promise).toContain('"id":9007199254740993');
  });

  test("end with a line feed only, because a text may hold other line separators", async () => {
    const { input, transport } = await start();
    const received = Promise.withResolvers<unknown>();
    transport.onerror = received.reject;
    transport.onmessage = received.resolve;
    await transport.start();
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "say", arguments: { a: "é\u2028\u2029" } },
    };
    const bytes = Buffer.from(`${JSON.stringify(message)}\r\n`);
    const half = bytes.indexOf("é") + 1;
    input.write(bytes.subarray(0, half));
    input.write(bytes.subarray(half));
    expect(await received.promise).toEqual(message);
  });

  test("are reported where a line is none, and the next one is read", async () => {
    const { input, transport } = await start();
    const events: string[] = [];
    const received = Promise.withResolvers<void>();
    transport.onerror = ({ message }) => void events.push(message);
    transport.onmessage = () => received.resolve();
    await transport.start();
    input.write('hello\n\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    await received.promise;
    expect(events).toEqual(["A line of the standard input is no message of MCP."]);
  });

  test("end when the input ends", async () => {
    const { input, transport } = await start();
    const closed = Promise.withResolvers<void>();
    transport.onclose = closed.resolve;
    await transport.start();
    input.end();
    await closed.promise;
  });
});
