import { afterEach, describe, expect, test } from "vitest";
import { startMcpServer } from "../../../src/runtime/startMcpServer.ts";
import type { CodeTool } from "../../../src/runtime/tools/codeTool.ts";
import { ToolError } from "../../../src/runtime/tools/codeTool.ts";
import { connectMcpClient, protocolEras } from "../../support/servers/mcpClient.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

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

const createLargeTool = (name: string, size: number): CodeTool => ({ ...echo, name, description: "x".repeat(size) });

async function serve(tools: CodeTool[], environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const identity = { name: "test", title: "Test", version: "1.0.0", instructions: "Use it." };
  const server = await startMcpServer(identity, tools, { environment, log: (line) => void lines.push(line) });
  closers.push(server.close);
  return { ...server, lines };
}

test("a server logs its URL and the number of its tools", async () => {
  const { url, lines } = await serve([echo]);
  expect(lines.join("")).toContain(`test 1.0.0 listens on ${url} (1 tool)`);
  const { lines: others } = await serve([echo, { ...echo, name: "echo_2" }]);
  expect(others.join("")).toContain("(2 tools)");
});

describe.each(protocolEras)("a server, to a client of %s,", (era) => {
  const connect = async (url: string, send?: typeof fetch) => {
    const client = await connectMcpClient(url, era, {}, send);
    closers.push(() => client.close());
    return client;
  };

  test("sends its server info and lists its tools", async () => {
    const tool = { ...echo, group: "Pets", pinned: true } as const;
    const client = await connect((await serve([tool])).url);
    expect(client.getServerVersion()).toMatchObject({ name: "test", version: "1.0.0" });
    expect(client.getInstructions()).toBe("Use it.");
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: "echo",
        title: "Echo",
        inputSchema: input,
        annotations: { readOnlyHint: true },
        _meta: { "fairlead/hintReason": "GET reads data.", "fairlead/group": "Pets", "fairlead/pinned": true },
      },
    ]);
  });

  test("returns text, objects and content unchanged", async () => {
    const object = { type: "object" };
    const client = await connect(
      (
        await serve([
          { name: "text", description: "", inputSchema: object, run: () => "words" },
          { name: "object", description: "", inputSchema: object, run: () => ({ a: 1 }) },
          {
            name: "declared",
            description: "",
            inputSchema: object,
            outputSchema: { type: "object", properties: { a: { type: "number" } } },
            run: () => ({ a: 1 }),
          },
          {
            name: "image",
            description: "",
            inputSchema: object,
            run: () => ({ content: [{ type: "image", data: "AA==", mimeType: "image/png" }] }),
          },
        ])
      ).url,
    );
    expect((await client.callTool({ name: "text" })).content).toEqual([{ type: "text", text: "words" }]);
    expect(await client.callTool({ name: "object" })).toMatchObject({ content: [{ text: '{\n  "a": 1\n}' }] });
    expect(await client.callTool({ name: "declared" })).toMatchObject({ structuredContent: { a: 1 } });
    expect((await client.callTool({ name: "image" })).content).toEqual([
      { type: "image", data: "AA==", mimeType: "image/png" },
    ]);
  });

  test("names invalid properties of the input without running the tool", async () => {
    const { url, lines } = await serve([{ ...echo, run: () => Promise.reject(new Error("ran")) }]);
    const client = await connect(url);
    const result = await client.callTool({ name: "echo", arguments: { kind: "c", count: 0, extra: 1 } });
    expect(result.isError).toBe(true);
    expect(result.content).toEqual([
      {
        type: "text",
        text: [
          "The input does not fit echo; the tool did not run.",
          "- The input must NOT have additional properties: extra (there are kind, count, odd)",
          '- /kind must be equal to one of the allowed values: "a", "b"',
          "- /count must be >= 1",
        ].join("\n"),
      },
    ]);
    expect(lines.at(-1)).toMatch(/^tool echo failed ms=\d+$/);
  });

  test("reports the error of a tool, and continues", async () => {
    const client = await connect(
      (
        await serve([
          { ...echo, name: "told", run: () => Promise.reject(new ToolError("Choose another day.")) },
          {
            ...echo,
            name: "broken",
            run: () => {
              throw new TypeError("x is not a function");
            },
          },
        ])
      ).url,
    );
    const call = (name: string) => client.callTool({ name, arguments: { kind: "a" } });
    expect(await call("told")).toMatchObject({ isError: true, content: [{ text: "Choose another day." }] });
    expect(await call("broken")).toMatchObject({
      isError: true,
      content: [{ text: "broken failed: x is not a function" }],
    });
    expect(await call("told")).toMatchObject({ isError: true });
  });

  test("rejects an unknown tool with a protocol error", async () => {
    const client = await connect((await serve([echo])).url);
    await expect(client.callTool({ name: "none" })).rejects.toThrow('There is no tool named "none"');
  });

  test("sends progress to a client that requests it", async () => {
    const seen: unknown[] = [];
    const client = await connect(
      (
        await serve([
          {
            ...echo,
            run: async (_, { progress }) => {
              await progress(1, 2, "half");
              await progress(2, 2);
              return "done";
            },
          },
        ])
      ).url,
    );
    await client.callTool(
      { name: "echo", arguments: { kind: "a" } },
      { onprogress: (progress) => void seen.push(progress) },
    );
    expect(seen).toEqual([
      { progress: 1, total: 2, message: "half" },
      { progress: 2, total: 2 },
    ]);
  });

  test("lists 120 tools of 2 MB in pages of at most 1 MiB", async () => {
    const many = Array.from({ length: 120 }, (_, index) => createLargeTool(`tool_${index}`, 18_000));
    const sizes: number[] = [];
    const { url } = await serve(many);
    const client = await connect(url, async (...request) => {
      const response = await fetch(...request);
      sizes.push((await response.clone().arrayBuffer()).byteLength);
      return response;
    });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(many.map(({ name }) => name));
    expect(sizes.filter((size) => size > 500_000)).toHaveLength(2);
    expect(Math.max(...sizes)).toBeLessThan(1024 * 1024 + 1000);
  });

  test("rejects a cursor that it does not know", async () => {
    const client = await connect((await serve([echo])).url);
    await expect(client.listTools({ cursor: "tool_1" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("This list has no such cursor. Read it from its start."),
    });
  });
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

  test("rejects pages of other origins, and accepts local ones", async () => {
    const { url } = await serve([echo]);
    expect((await post(url, { Origin: "http://evil.example" })).status).toBe(403);
    expect((await post(url, { Origin: "null" })).status).toBe(403);
    expect((await post(url, { Origin: "http://localhost:3000" })).status).toBe(200);
  });

  test("accepts other host names only if they are allowed", async () => {
    const closed = await serve([echo]);
    const open = await serve([echo], { ALLOWED_HOSTS: "mcp.example.com:443, other.example" });
    expect((await post(closed.url, { Origin: "https://mcp.example.com" })).status).toBe(403);
    expect((await post(open.url, { Origin: "https://mcp.example.com" })).status).toBe(200);
    expect((await post(open.url, { Origin: "https://third.example" })).status).toBe(403);
  });

  test("is /mcp only", async () => {
    const { url } = await serve([echo]);
    expect((await fetch(url.replace("/mcp", "/"))).status).toBe(404);
    expect((await fetch(url)).status).toBe(405);
  });

  test("accepts only JSON", async () => {
    const { url } = await serve([echo]);
    expect((await post(url, { "Content-Type": "text/plain" })).status).toBe(415);
    expect((await post(url, {}, "{")).status).toBe(400);
  });

  test("does not start with invalid tools", async () => {
    await expect(serve([{ ...echo, inputSchema: {} }])).rejects.toThrow(
      'The tool "echo" needs an inputSchema with `type: object`',
    );
    await expect(serve([echo, echo])).rejects.toThrow("Two tools of this server have the same name");
  });

  test("names an invalid setting", async () => {
    await expect(serve([echo], { PORT: "http" })).rejects.toThrow("PORT must be a whole number.");
    await expect(serve([echo], { UPSTREAM_TIMEOUT_MS: "0" })).rejects.toThrow(
      "UPSTREAM_TIMEOUT_MS must be at least 1.",
    );
  });
});
