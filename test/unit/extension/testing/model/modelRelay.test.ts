import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createModelBudget } from "../../../../../src/extension/testing/model/model/modelBudget.ts";
import { type ModelRelayOptions, startModelRelay } from "../../../../../src/extension/testing/model/modelRelay.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";

const key = "sk-canary-0123456789";
const question = { model: "small", messages: [{ role: "user", content: "Say hello." }] };

interface ReceivedRequest {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

async function relayTo(
  respond: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end('{"ok":true}'),
  options: Partial<ModelRelayOptions> = {},
) {
  const requests: ReceivedRequest[] = [];
  const url = await startHttpServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    // The service of another test may still probe a server that had this port.
    if (request.url !== "/mcp")
      requests.push({ path: request.url, authorization: request.headers.authorization, body });
    respond(request, response);
  });
  const budget = options.budget ?? createModelBudget(3);
  const runner = { kind: "openai", baseUrl: `${url}/api/v1`, name: "small" } as const;
  const editorModels = { complete: async () => undefined };
  const relay = await startModelRelay({ runner, key, budget, editorModels, environment: {}, ...options });
  onTestFinished(() => relay.close());
  const send = (
    more: { readonly path?: string; readonly headers?: Record<string, string>; readonly method?: string } = {},
  ) =>
    fetch(`${relay.baseUrl}${more.path ?? "/chat/completions"}`, {
      method: more.method ?? "POST",
      headers: { authorization: `Bearer ${relay.token}`, "content-type": "application/json", ...more.headers },
      ...(more.method === "GET" ? {} : { body: JSON.stringify(question) }),
    });
  return { relay, budget, requests, send };
}

test("forwards a request with the real key, and returns the response", async () => {
  const { relay, budget, requests, send } = await relayTo();
  const answer = await send();
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  expect(requests).toEqual([
    { path: "/api/v1/chat/completions", authorization: `Bearer ${key}`, body: JSON.stringify(question) },
  ]);
  expect(relay.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  expect(relay.token).not.toContain(key);
  expect(budget.calls()).toBe(1);
});

test("sends no key if there is none", async () => {
  const { requests, send } = await relayTo(undefined, { key: undefined });
  await send();
  expect(requests[0]?.authorization).toBeUndefined();
});

test.each([
  ["a wrong token", 401, { headers: { authorization: "Bearer guessed" } }],
  ["the real key", 401, { headers: { authorization: `Bearer ${key}` } }],
  ["another path", 404, { path: "/models" }],
  ["a way out of its path", 404, { path: "/chat/completions/../../files" }],
  ["another method", 404, { method: "GET" }],
  ["another kind of body", 415, { headers: { "content-type": "text/plain" } }],
  ["a page of a browser", 403, { headers: { origin: "https://example.com" } }],
] as const)("rejects %s without a request to the model", async (_, status, more) => {
  const { requests, send } = await relayTo();
  const answer = await send(more);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  expect(requests).toEqual([]);
});

test("rejects calls beyond the agreed number, also concurrent ones", async () => {
  const waiting: ServerResponse[] = [];
  const two = Promise.withResolvers<void>();
  const { requests, send } = await relayTo(
    (_, response) => {
      waiting.push(response);
      if (waiting.length === 2) two.resolve();
    },
    { budget: createModelBudget(2) },
  );
  const responses = [send(), send()];
  await two.promise;
  expect((await send()).status).toBe(503);
  for (const response of waiting) response.end("{}");
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200]);
  const refused = await send();
  expect([refused.status, requests.length]).toEqual([403, 2]);
  expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining("2 calls") } });
});

test("counts only successful calls, and forwards Retry-After", async () => {
  let count = 0;
  const { budget, send } = await relayTo((_, response) => {
    count += 1;
    if (count === 1) response.writeHead(429, { "retry-after": "1" });
    response.end("{}");
  });
  const busy = await send();
  expect([busy.status, busy.headers.get("retry-after"), budget.calls()]).toEqual([429, "1", 0]);
  expect([(await send()).status, budget.calls()]).toEqual([200, 1]);
});

test("follows no redirect, so the key is not sent elsewhere", async () => {
  const elsewhere: string[] = [];
  const other = await startHttpServer((request, response) => {
    elsewhere.push(request.url ?? "");
    response.end();
  });
  const { send } = await relayTo((_, response) => response.writeHead(307, { location: `${other}/steal` }).end());
  const answer = await send();
  expect(answer.status).toBe(502);
  expect(elsewhere).toEqual([]);
});

test("redacts the key in a response", async () => {
  const { send } = await relayTo((_, response) => {
    response.writeHead(401).end(JSON.stringify({ error: { message: `Incorrect API key: ${key}` } }));
  });
  const answer = await send();
  expect(answer.status).toBe(401);
  expect(await answer.text()).not.toContain(key);
});

test("names the model that does not respond", async () => {
  const { send } = await relayTo((request) => request.socket.destroy());
  const answer = await send();
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({
    error: { message: expect.stringMatching(/small \(127\.0\.0\.1:\d+\) gave no answer/) },
  });
});

test("closes with the run", async () => {
  const { relay, send } = await relayTo();
  await relay.close();
  await expect(send()).rejects.toThrow();
});
