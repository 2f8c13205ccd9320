import { describe, expect, test } from "vitest";
import { startMcpServer } from "../../../src/runtime/startMcpServer.ts";
import type { CodeTool } from "../../../src/runtime/tools/codeTool.ts";
import { ToolError } from "../../../src/runtime/tools/codeTool.ts";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import { connectMcpClient, protocolEras } from "../../support/servers/mcpClient.ts";

const input = {
  type: "object",
  properties: {
    kind: { enum: ["a", "b"] },
    count: { type: "integer", minimum: 1 },
    odd: { type: "string", pattern: "(?i)x" },
  },
  required: ["kind"],
  additionalProperties: false,
};

const echo: CodeTool = {
  name: "echo",
  title: "Echo",
  description: "Gives its input back.",
  inputSchema: input,
  annotations: { readOnlyHint: true },
  hintReason: "GET reads data.",
  run: (given) => ({ given }),
};

async function serve(tools: readonly CodeTool[], environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const identity = { name: "test", title: "Test", version: "1.0.0", instructions: "Use it." };
  const options = { environment, log: (line: string) => void lines.push(line) };
  return { ...closeAfterTest(await startMcpServer(identity, tools, options)), lines };
}

const object = { type: "object" };
const createTool = (name: string, run: CodeTool["run"], more: Partial<CodeTool> = {}): CodeTool => ({
  ...{ name, description: "", inputSchema: object, run, ...more },
});
const image = { type: "image", data: "AA==", mimeType: "image/png" } as const;
const pinned = { ...echo, group: "Pets", pinned: true };
const tools: readonly CodeTool[] = [
  pinned,
  createTool("text", () => "words"),
  createTool("object", () => ({ a: 1 })),
  createTool("declared", () => ({ a: 1 }), { outputSchema: { ...object, properties: { a: { type: "number" } } } }),
  createTool("image", () => ({ content: [image] })),
  createTool("strict", () => Promise.reject(new Error("ran")), { inputSchema: input }),
  createTool("refused", () => Promise.reject(new ToolError("Choose another day."))),
  createTool("broken", () => {
    throw new TypeError("x is not a function");
  }),
  createTool("slow", async (_, { progress }) => {
    await progress(1, 2, "half");
    await progress(2, 2);
    return "done";
  }),
];

test("a server logs its URL and the number of its tools", async () => {
  const { url, lines } = await serve([echo]);
  expect(lines.join("")).toContain(`test listens on ${url} (1 tool)`);
  const { lines: others } = await serve(tools);
  expect(others.join("")).toContain("(9 tools)");
});

describe.each(protocolEras)("a server, to a client of %s,", (era) => {
  test("sends its server info, lists its tools, and returns what they return, and their errors", async () => {
    const { url, lines } = await serve(tools);
    const client = closeAfterTest(await connectMcpClient(url, era));
    expect(client.getServerVersion()).toMatchObject({ name: "test", version: "1.0.0" });
    expect(client.getInstructions()).toBe("Use it.");
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(listed[0]).toMatchObject({
      ...{ name: "echo", title: "Echo", inputSchema: input, annotations: { readOnlyHint: true } },
      _meta: { "fairlead/hintReason": "GET reads data.", "fairlead/group": "Pets", "fairlead/pinned": true },
    });
    const call = (name: string) => client.callTool({ name });
    expect((await call("text")).content).toEqual([{ type: "text", text: "words" }]);
    expect(await call("object")).toMatchObject({ content: [{ text: '{\n  "a": 1\n}' }] });
    expect(await call("declared")).toMatchObject({ structuredContent: { a: 1 } });
    expect((await call("image")).content).toEqual([image]);
    const refused = await client.callTool({ name: "strict", arguments: { kind: "c", count: 0, extra: 1 } });
    expect(refused.isError).toBe(true);
    expect(refused.content).toEqual([
      {
        type: "text",
        text: [
          "The input does not fit strict; the tool did not run.",
          "- The input must NOT have additional properties: extra (there are kind, count, odd)",
          '- /kind must be equal to one of the allowed values: "a", "b"',
          "- /count must be >= 1",
        ].join("\n"),
      },
    ]);
    expect(lines.at(-1)).toMatch(/^tool strict failed ms=\d+$/);
    expect(await call("refused")).toMatchObject({ isError: true, content: [{ text: "Choose another day." }] });
    const broken = { isError: true, content: [{ text: "broken failed: x is not a function" }] };
    expect(await call("broken")).toMatchObject(broken);
    expect(await call("refused")).toMatchObject({ isError: true });
    await expect(call("none")).rejects.toThrow('There is no tool named "none"');
    const seen: unknown[] = [];
    await client.callTool({ name: "slow" }, { onprogress: (progress) => void seen.push(progress) });
    expect(seen).toEqual([
      { progress: 1, total: 2, message: "half" },
      { progress: 2, total: 2 },
    ]);
    await expect(client.listTools({ cursor: "tool_1" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("This list has no such cursor. Read it from its start."),
    });
  });
});

test("a server lists 120 tools of 2 MB in pages of at most 1 MiB", async () => {
  const description = "x".repeat(18_000);
  const many = Array.from({ length: 120 }, (_, index) => ({ ...echo, name: `tool_${index}`, description }));
  const sizes: number[] = [];
  const send: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    sizes.push((await response.clone().arrayBuffer()).byteLength);
    return response;
  };
  const client = closeAfterTest(await connectMcpClient((await serve(many)).url, "2025-11-25", {}, send));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(many.map(({ name }) => name));
  expect(sizes.filter((size) => size > 500_000)).toHaveLength(2);
  expect(Math.max(...sizes)).toBeLessThan(1024 * 1024 + 1000);
});

describe("a server's endpoint", () => {
  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  });
  const post = (url: string, headers: Record<string, string>, body = initialize) =>
    fetch(url, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    });

  test("is /mcp, to which local pages and those of allowed hosts send JSON", async () => {
    const closed = await serve([echo]);
    const open = await serve([echo], { ALLOWED_HOSTS: "mcp.example.com:443, other.example" });
    const statusFrom = async (Origin: string, { url } = closed) => (await post(url, { Origin })).status;
    expect(
      await Promise.all(["http://evil.example", "null", "https://mcp.example.com"].map((one) => statusFrom(one))),
    ).toEqual([403, 403, 403]);
    expect(await statusFrom("http://localhost:3000")).toBe(200);
    expect(await statusFrom("https://mcp.example.com", open)).toBe(200);
    expect(await statusFrom("https://third.example", open)).toBe(403);
    expect((await fetch(closed.url.replace("/mcp", "/"))).status).toBe(404);
    expect((await fetch(closed.url)).status).toBe(405);
    expect((await post(closed.url, { "Content-Type": "text/plain" })).status).toBe(415);
    expect((await post(closed.url, {}, "{")).status).toBe(400);
  });

  test("does not start with invalid tools or settings", async () => {
    await expect(serve([{ ...echo, inputSchema: {} }])).rejects.toThrow(
      'The tool "echo" needs an inputSchema with `type: object`',
    );
    await expect(serve([echo, echo])).rejects.toThrow("Two tools of this server have the same name");
    await expect(serve([echo], { PORT: "http" })).rejects.toThrow("PORT must be a whole number.");
    const timeout = serve([echo], { UPSTREAM_TIMEOUT_MS: "0" });
    await expect(timeout).rejects.toThrow("UPSTREAM_TIMEOUT_MS must be at least 1.");
  });
});
