import { describe, expect, test } from "vitest";
import * as z from "zod";
import { upstreamExchangeSchema } from "../../../../src/contract/mcp/upstreamExchange.ts";
import { startToolServer, type ToolServerOptions } from "../../../support/servers/toolServer.ts";
import { sendJson } from "../../../support/servers/upstream.ts";

const secret = "canary-4711-secret";
const tool = {
  inputSchema: { type: "object", properties: { id: { type: "string" }, body: { type: "object" } } },
  request: {
    ...{ method: "POST", path: "/pets/{id}", security: [["api"]] },
    parameters: [
      { name: "id", in: "path", property: "id", style: "simple", explode: false },
      { name: "tenant", in: "query", property: "tenant", style: "form", explode: true, variable: "SHOP_TENANT" },
    ],
    body: { property: "body", required: false, contentTypes: ["application/json"] },
  },
} as const;
const security = { api: { kind: "apiKey", in: "query", name: "key", variable: "SHOP_API_KEY" } } as const;
const environment = { SHOP_API_KEY: secret, SHOP_TENANT: "acme-17" };
const options: ToolServerOptions = {
  ...{ tool, security, environment, isDeployed: true, headers: { "Fairlead-Upstream": "1" } },
};
const input = { id: "7", body: { name: "Rex", note: `my ${secret}` } };
const capture = { "fairlead/capture": true };

type Answer = Parameters<typeof startToolServer>[0];
const echoSecret: Answer = (_, response) => {
  response.setHeader("Set-Cookie", "session=abcdef");
  sendJson(response, { token: secret, tenant: "acme-17", ok: true });
};
const start = (answer: Answer = echoSecret, more: ToolServerOptions = {}) =>
  startToolServer(answer, { ...options, ...more });

const readExchanges = ({ _meta }: { readonly _meta?: unknown }) =>
  z.looseObject({ "fairlead/upstream": z.array(upstreamExchangeSchema) }).parse(_meta)["fairlead/upstream"];

describe("a captured call", () => {
  test("has the request and the response, with secrets masked", async () => {
    const { call, upstream } = await start();
    const result = await call(input, capture);
    const [exchange] = readExchanges(result);
    expect(upstream.received[0]?.target).toContain(secret);
    expect(exchange).toMatchObject({
      ...{ method: "POST", url: `${upstream.origin}/pets/7?tenant=***&key=***`, status: 200 },
      requestBody: { text: JSON.stringify({ name: "Rex", note: "my ***" }) },
      responseBody: { text: expect.stringContaining('"ok"') },
      responseHeaders: { "set-cookie": "***", "content-type": expect.stringContaining("json") },
    });
    expect(exchange?.ms).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(result._meta)).not.toMatch(/canary|acme-17|abcdef/);
  });

  test.each([
    ["in a header of its own", { api: { kind: "apiKey", in: "header", name: "X-Shop", variable: "SHOP_API_KEY" } }],
    ["as a bearer token", { api: { kind: "bearer", variable: "SHOP_API_KEY" } }],
    ["as a cookie", { api: { kind: "apiKey", in: "cookie", name: "sid", variable: "SHOP_API_KEY" } }],
    ["as user and password", { api: { kind: "basic", user: "SHOP_USER", password: "SHOP_API_KEY" } }],
  ] as const)("masks a credential %s", async (_, own) => {
    const { call, upstream } = await start(echoSecret, {
      security: own,
      environment: { ...environment, SHOP_USER: "ann-17" },
    });
    const text = JSON.stringify(readExchanges(await call(input, capture)));
    const sent = upstream.received[0]?.headers ?? {};
    const credential = sent.authorization ?? sent.cookie ?? sent["x-shop"];
    expect(credential).toBeDefined();
    expect(text).not.toContain(String(credential));
    expect(text).not.toContain(secret);
  });

  test("masks a parameter of the query whose name is that of a credential", async () => {
    const signature = { name: "signature", in: "query", property: "signature", style: "form", explode: true } as const;
    const { call } = await start(echoSecret, { tool: { request: { parameters: [signature] } }, security: {} });
    const [exchange] = readExchanges(await call({ signature: "abc/123" }, capture));
    expect(exchange?.url).toMatch(/\?signature=\*\*\*$/);
  });

  test("has the beginning of a long body, and its size", async () => {
    const { call } = await start((_, response) => sendJson(response, { text: "ä".repeat(80_000) }));
    const body = readExchanges(await call(input, capture))[0]?.responseBody;
    expect(body?.cutFrom).toBe(160_011);
    expect(Buffer.byteLength(body?.text ?? "")).toBeLessThanOrEqual(64 * 1024 + 3);
  });

  test("has a body that is no text as base64", async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0, 1]);
    const { call } = await start((_, response) => response.setHeader("Content-Type", "image/png").end(bytes));
    expect(readExchanges(await call(input, capture))[0]?.responseBody).toEqual({
      ...{ text: bytes.toString("base64"), isBase64: true },
    });
  });

  test("has the reason when the API does not answer", async () => {
    const { call, upstream } = await start((_, response) => void response.destroy());
    const [exchange] = readExchanges(await call(input, capture));
    expect(exchange?.status).toBeUndefined();
    expect(exchange?.error).toContain(`${new URL(upstream.origin).host} could not be reached`);
  });

  test.each([
    ["that does not ask for it", {}, undefined],
    ["without the header of the gateway", { headers: {} }, capture],
    ["of a server that no service deployed", { isDeployed: false }, capture],
  ] as const)("is no call %s", async (_, more, meta) => {
    const { call } = await start(echoSecret, more);
    const result = await call(input, meta);
    expect(result.isError).toBeUndefined();
    expect(result._meta?.["fairlead/upstream"]).toBeUndefined();
  });
});

describe("a replayed call", () => {
  const answer = { status: 200, contentType: "application/json", responseBody: '{"id":9007199254740993}' };
  const recorded = {
    ...{ method: "POST", path: "/pets/7?key=***&tenant=acme-17", body: '{ "name": "Rex", "note": "my ***" }' },
    ...answer,
  };
  const replay = (answers: readonly object[]) => ({ "fairlead/replay": answers });

  test("gets the recorded answer without a credential, and sends nothing", async () => {
    const { call, upstream } = await start(echoSecret, { environment: { SHOP_TENANT: "acme-17" } });
    const result = await call(
      input,
      replay([
        { ...recorded, path: "/other" },
        { ...recorded, path: "/pets/7?tenant=***" },
      ]),
    );
    expect(result).toMatchObject({
      text: expect.stringContaining("9007199254740993"),
      _meta: { "fairlead/unmatched": [] },
    });
    expect(result.isError).toBeUndefined();
    expect(upstream.received).toHaveLength(0);
  });

  test.each([
    ["method", { method: "PUT" }],
    ["path", { path: "/pets/8?tenant=***" }],
    ["query", { path: "/pets/7?tenant=***&limit=2" }],
    ["body", { body: '{"name":"Max","note":"my ***"}' }],
  ])("names a request whose recorded %s differs, and sends nothing", async (_, change) => {
    const { call, upstream } = await start();
    const result = await call(input, replay([{ ...recorded, path: "/pets/7?tenant=***", ...change }]));
    expect(result.isError).toBe(true);
    expect(result._meta?.["fairlead/unmatched"]).toEqual(["POST /pets/7?tenant=***"]);
    expect(upstream.received).toHaveLength(0);
  });

  test("sends nothing when the recording cannot be read", async () => {
    const { call, upstream } = await start();
    expect((await call(input, replay([{ method: 1 }]))).isError).toBe(true);
    expect(upstream.received).toHaveLength(0);
  });

  test("gets bytes and an error status as they were recorded", async () => {
    const { call } = await start();
    const base = { ...recorded, path: "/pets/7?tenant=***" };
    const bytes = { ...base, contentType: "image/png", responseBody: "//4AAQ==", isBase64: true };
    expect((await call(input, replay([bytes]))).content[0]).toMatchObject({ type: "image", data: "//4AAQ==" });
    expect((await call(input, replay([{ ...base, status: 404 }]))).text).toContain("answered 404 Not Found");
  });
});

test("a tool of an API says in the list that its calls can be captured", async () => {
  const { client } = await start();
  expect((await client.listTools()).tools[0]?._meta).toMatchObject({ "fairlead/upstream": true });
});
