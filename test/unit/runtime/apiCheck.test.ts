import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { apiCheckResultSchema } from "../../../src/runtime/check/apiCheckResult.ts";
import type { ServerDefinition } from "../../../src/runtime/definition.ts";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import {
  createServerDefinition,
  createTestToolDefinition,
  startDefinedServer,
} from "../../support/servers/definedServer.ts";
import { type ReceivedRequest, sendJson, startUpstream } from "../../support/servers/upstream.ts";

const secret = "canary-4711";

async function start(
  answer: (request: ReceivedRequest, response: ServerResponse) => void,
  environment: Record<string, string> = { SHOP_API_KEY: secret },
  more: Partial<ServerDefinition> = { check: "ask" },
) {
  const upstream = closeAfterTest(await startUpstream(answer));
  const request = { method: "GET", path: "/me", security: [["api"]] };
  const defined = createServerDefinition(upstream.origin, [createTestToolDefinition("ask", { request })], {
    api: {
      baseUrl: upstream.origin,
      security: {
        api: { kind: "apiKey", in: "header", name: "X-Key", variable: "SHOP_API_KEY", hosts: "SHOP_API_HOSTS" },
      },
    },
    ...more,
  });
  const server = closeAfterTest(await startDefinedServer(defined, { SHOP_API_HOSTS: upstream.origin, ...environment }));
  const url = server.url.replace(/\/mcp$/, "/check");
  const check = async () => apiCheckResultSchema.parse(await (await fetch(url)).json());
  return { check, url, upstream, lines: server.lines };
}

describe("the check of a server's API", () => {
  test("sends one request with the credential and says the status, without a log line of a call", async () => {
    const { check, upstream, lines } = await start((_, response) => sendJson(response, { secret }));
    const before = lines.length;
    expect(await check()).toEqual({
      request: "GET /me",
      variables: ["SHOP_API_KEY"],
      outcome: { kind: "answered", host: new URL(upstream.origin).host, status: 200 },
    });
    expect(upstream.received.map(({ headers, target }) => [target, headers["x-key"]])).toEqual([["/me", secret]]);
    expect(lines.length).toBe(before);
  });

  test("reads no body, however long it is", async () => {
    const { check } = await start((_, response) => {
      response.writeHead(200);
      response.write("a".repeat(1000));
    });
    expect((await check()).outcome).toMatchObject({ status: 200 });
  });

  test("sends one request for checks at the same time", async () => {
    const waiting: ServerResponse[] = [];
    const { check, upstream } = await start((_, response) => void waiting.push(response));
    const checks = [check(), check(), check()];
    await expect.poll(() => waiting.length).toBe(1);
    for (const response of waiting) sendJson(response, {});
    expect((await Promise.all(checks)).map(({ outcome }) => outcome.kind)).toEqual(Array(3).fill("answered"));
    expect(upstream.received.length).toBeLessThan(3);
  });

  test.each([
    [
      "the host is not agreed to",
      { SHOP_API_KEY: secret, SHOP_API_HOSTS: "a.example" },
      "hostNotAgreed",
      "Nothing was",
    ],
    ["nothing listens", { SHOP_API_KEY: secret, API_BASE_URL: "http://127.0.0.1:1" }, "unreachable", "could not be"],
    ["the API is slow", { SHOP_API_KEY: secret, UPSTREAM_TIMEOUT_MS: "50" }, "timeout", "did not answer within"],
    [
      "the address is wrong",
      { SHOP_API_KEY: secret, API_BASE_URL: "ftp://a" },
      "failed",
      "is not an http or https URL",
    ],
  ])("says that %s", async (_, environment, kind, message) => {
    const { check } = await start(() => {}, environment);
    expect((await check()).outcome).toEqual({ kind, message: expect.stringContaining(message) });
  });

  test("says that the credential is missing where the API asks for one, and nothing where it does not", async () => {
    let status = 401;
    const { check } = await start((_, response) => sendJson(response, {}, status), { SHOP_API_KEY: "" });
    const missing = { kind: "credentialMissing", message: expect.stringContaining("Set SHOP_API_KEY") };
    expect((await check()).outcome).toEqual(missing);
    status = 200;
    expect((await check()).outcome).toMatchObject({ status: 200 });
  });

  test("is off where its owner switched it off", async () => {
    const { check, upstream } = await start(() => {}, { SHOP_API_KEY: secret, API_CHECK: "off" });
    expect((await check()).outcome).toEqual({ kind: "off" });
    expect(upstream.received).toEqual([]);
  });

  test.each([
    [403, { "Sec-Fetch-Site": "cross-site" }],
    [403, { "Sec-Fetch-Site": "same-site" }],
    [403, { Origin: "http://localhost:3000" }],
    [403, { Origin: "http://evil.example" }],
    [200, { "Sec-Fetch-Site": "same-origin" }],
    [200, { "Sec-Fetch-Site": "none" }],
  ])("answers %i to a browser that sends %j", async (status, headers) => {
    const { url, upstream } = await start((_, response) => sendJson(response, {}));
    expect((await fetch(url, { headers })).status).toBe(status);
    expect(upstream.received).toHaveLength(status === 200 ? 1 : 0);
  });

  test("answers a page of the server itself", async () => {
    const { url } = await start((_, response) => sendJson(response, {}));
    expect((await fetch(url, { headers: { Origin: new URL(url).origin } })).status).toBe(200);
  });

  test.each([{}, { check: "gone" }])("does not exist for a definition with %j", async (more) => {
    const { url } = await start(() => {}, {}, more);
    expect((await fetch(url)).status).toBe(404);
  });
});
