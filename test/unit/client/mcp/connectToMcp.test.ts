import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { connectToMcp } from "../../../../src/client/mcp/connectToMcp.ts";
import { startHttpServer } from "../../../support/services/startHttpServer.ts";

const listen = async (listener: RequestListener): Promise<string> => `${await startHttpServer(listener)}/mcp`;

const never = new AbortController().signal;
const respond =
  (status: number, body: string, type = "text/html"): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { "Content-Type": type }).end(body);

/** A server of 2025-11-25 whose `tools/call` responds as the test says. */
function legacyServer(call: (response: Parameters<RequestListener>[1], id: number) => void): RequestListener {
  return (request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const { id, method } = JSON.parse(text || "{}");
      const reply = (result: unknown) =>
        response
          .writeHead(200, { "Content-Type": "application/json", "Mcp-Session-Id": "s1" })
          .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
      if (method === "initialize")
        return reply({
          protocolVersion: "2025-11-25",
          capabilities: { tools: {} },
          serverInfo: { name: "own", version: "1" },
        });
      if (method === "tools/call") return call(response, id);
      if (method === "tools/list") return reply({ tools: [] });
      response.writeHead(id === undefined ? 202 : request.method === "POST" ? 404 : 405).end();
    });
  };
}

const callAdd = async (url: string, signal = never) => {
  const connection = await connectToMcp({ url, headers: { "X-Key": "k" } }, never);
  try {
    return await connection.callTool({ name: "add", arguments: { a: 1 } }, { signal, onProgress: () => {} });
  } finally {
    await connection.close();
  }
};

describe("the message of a failed connection says what failed and what to do", () => {
  test("where nothing listens, or the URL is none", async () => {
    const nothing = connectToMcp({ url: "http://127.0.0.1:9/mcp" }, never);
    await expect(nothing).rejects.toThrow(/could not be reached: nothing listens there\. Check/);
    const failure = "mcp is not a URL of an MCP server. Correct the URL.";
    await expect(connectToMcp({ url: "mcp" }, never)).rejects.toThrow(failure);
  });

  test.each([
    [200, /not valid MCP: .*Check that the URL/s],
    [401, /refused the credentials \(HTTP 401\)\. Check the header/],
    [403, /refused the credentials \(HTTP 403\)/],
    [404, /has no MCP server at this URL \(HTTP 404\)\. Check the URL/],
    [429, /gets too many requests \(HTTP 429\)\. Try again later/],
    [503, /answered with HTTP 503\. Check the server's log/],
    [999, /999/],
  ])("where a web page answers with %i", async (status, message) => {
    const url = await listen(respond(status, "<p>no</p>"));
    await expect(connectToMcp({ url }, never)).rejects.toThrow(message);
  });
});

describe("a call", () => {
  test("returns the result of an event stream, and its progress", async () => {
    const url = await listen(
      legacyServer((response, id) => {
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        const send = (message: object) => response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`);
        send({ id, result: { content: [{ type: "text", text: "3" }] } });
        response.end();
      }),
    );
    const { result, request } = await callAdd(url);
    expect(result?.content).toEqual([{ type: "text", text: "3" }]);
    expect(request?.headers).toMatchObject({ "mcp-session-id": "s1" });
    expect(request?.headers).not.toHaveProperty("x-key");
  });

  test("fails when the result is larger than the limit", async () => {
    const url = await listen(
      legacyServer((response, id) => {
        const text = "x".repeat(34 * 2 ** 20);
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } }));
      }),
    );
    await expect(callAdd(url)).rejects.toThrow(/is larger than 32 MB\. Ask for less at a time\./);
  });

  test.each([
    { code: -32602, shown: "The server refused the request: b is missing. Check the arguments." },
    { code: -32603, shown: "The server reports an error: b is missing. Check the server's log, then try again." },
  ])("shows what the server says, and advises by its error code $code", async ({ code, shown }) => {
    const url = await listen(
      legacyServer((response, id) =>
        response
          .writeHead(200, { "Content-Type": "application/json" })
          .end(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "b is missing" } })),
      ),
    );
    await expect(callAdd(url)).rejects.toThrow(shown);
  });

  test("is an AbortError when it is cancelled", async () => {
    const stop = new AbortController();
    const url = await listen(legacyServer(() => stop.abort()));
    await expect(callAdd(url, stop.signal)).rejects.toMatchObject({ name: "AbortError" });
  });
});
