import { execFile } from "node:child_process";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { upstreamExchangeSchema } from "../../../../../src/contract/mcp/upstreamExchange.ts";
import {
  formatCurlCommand,
  formatExchangeCommand,
  formatMcpRequest,
} from "../../../../../src/extension/tools/model/formatToolCall.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";

test("the command line sends the same request, with the token of the shell", async () => {
  const received: unknown[] = [];
  const server = await startHttpServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    response.end();
  });
  const body = JSON.stringify({ params: { arguments: { text: 'It\'s $HOME `id` "x" \\ \n ü' } } });
  const command = formatCurlCommand({
    ...{ method: "POST", url: new URL(`${server}/mcp?a=1&b=2`), body },
    headers: { "content-type": "application/json", "mcp-method": "tools/call" },
  });
  await promisify(execFile)("sh", ["-c", command], { env: { ...process.env, FAIRLEAD_TOKEN: "t0ken" } });
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

test("the command line of an exchange has shell variables in place of masked values", async () => {
  const command = formatExchangeCommand({
    ...{ method: "POST", url: "https://api.example/pets?key=***&q=a'b", ms: 1, responseHeaders: {} },
    requestHeaders: { authorization: "***", "x-api-key": "***", accept: "*/*" },
    requestBody: { text: '{"token":"***","note":"$HOME"}' },
  });
  const values = { AUTHORIZATION: "Bearer a", X_API_KEY: "k", SECRET: "s" };
  const { stdout } = await promisify(execFile)("sh", ["-c", `curl() { printf '%s\\n' "$@"; }\n${command}`], {
    env: { ...process.env, ...values },
  });
  expect(stdout.split("\n").slice(0, -1)).toEqual([
    ...["-X", "POST", "https://api.example/pets?key=s&q=a'b", "-H", "authorization: Bearer a", "-H", "x-api-key: k"],
    ...["-H", "accept: */*", "--data-raw", '{"token":"s","note":"$HOME"}'],
  ]);
});

test("the command line of an exchange takes a body that is not known whole from a file", () => {
  const exchange = { method: "PUT", url: "https://api.example/", requestHeaders: {}, responseHeaders: {}, ms: 1 };
  for (const body of [
    { text: "AA==", isBase64: true },
    { text: "a", cutFrom: 70_000 },
  ])
    expect(formatExchangeCommand({ ...exchange, requestBody: body })).toContain("--data-binary @body");
});

test("an exchange whose method or address holds a command is rejected", () => {
  const isRead = (method: string, url: string) =>
    upstreamExchangeSchema.safeParse({ method, url, requestHeaders: {}, responseHeaders: {}, ms: 1 }).success;
  expect(isRead("GET", "https://api.example/")).toBe(true);
  expect(isRead("GET https://x.example; touch pwned; true", "https://api.example/")).toBe(false);
  expect(isRead("GET", "--output=/etc/passwd")).toBe(false);
  expect(isRead("GET", "file:///etc/passwd")).toBe(false);
});

test("a pasted command has no character that a terminal obeys", () => {
  const exchange = {
    method: "GET",
    url: "https://api.example/\u0003\u001b[2J\u009b1m",
    requestHeaders: {},
    responseHeaders: {},
  };
  expect(formatExchangeCommand({ ...exchange, ms: 1 })).toBe("curl -X GET 'https://api.example/[2J1m'");
});
