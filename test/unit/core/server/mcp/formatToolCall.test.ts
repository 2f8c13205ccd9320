import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { formatCurlCommand, formatMcpRequest } from "../../../../../src/core/server/mcp/formatToolCall.ts";

test("the command line sends the same request, with the token of the shell", async () => {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const body = JSON.stringify({ params: { arguments: { text: 'It\'s $HOME `id` "x" \\ \n ü' } } });
  const command = formatCurlCommand({
    ...{ method: "POST", url: new URL(`http://127.0.0.1:${port}/mcp?a=1&b=2`), body },
    headers: { "content-type": "application/json", "mcp-method": "tools/call" },
  });
  await promisify(execFile)("sh", ["-c", command], { env: { ...process.env, FAIRLEAD_TOKEN: "t0ken" } });
  await new Promise((closed) => server.close(closed));
  expect(received).toEqual([
    expect.objectContaining({
      ...{ method: "POST", url: "/mcp?a=1&b=2", body },
      headers: expect.objectContaining({ authorization: "Bearer t0ken", "mcp-method": "tools/call" }),
    }),
  ]);
});

test("the request is the protocol's JSON", () => {
  expect(JSON.parse(formatMcpRequest("add", { a: 1 }))).toEqual({
    method: "tools/call",
    params: { name: "add", arguments: { a: 1 } },
  });
});
