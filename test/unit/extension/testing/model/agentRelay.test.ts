import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createModelBudget, type ModelBudget } from "../../../../../src/extension/testing/model/model/modelBudget.ts";
import { startModelRelay } from "../../../../../src/extension/testing/model/modelRelay.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";

const key = "sk-canary-0123456789";
type Respond = (request: IncomingMessage, response: ServerResponse) => void;

const agents = {
  "claude-code": { version: "/v1", path: "/messages?beta=true", body: { model: "small", stream: true } },
  codex: { version: "/v1", path: "/responses", body: { model: "small", stream: true } },
  gemini: { version: "/v1beta", path: "/models/small:streamGenerateContent?alt=sse", body: { contents: [] } },
} as const;
type AgentName = keyof typeof agents;

async function relayTo(agent: AgentName, respond: Respond, budget: ModelBudget = createModelBudget(3), ownKey = key) {
  const received: { readonly path: string | undefined; readonly headers: IncomingMessage["headers"]; body: string }[] =
    [];
  const url = await startHttpServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    received.push({ path: request.url, headers: request.headers, body });
    respond(request, response);
  });
  const { version, path, body } = agents[agent];
  const runner = { kind: "agent", agent, baseUrl: `${url}${version}`, name: "small" } as const;
  const editorModels = { complete: async () => undefined };
  const relay = await startModelRelay({ runner, key: ownKey, budget, editorModels, environment: {} });
  onTestFinished(() => relay.close());
  const send = (
    more: {
      readonly path?: string;
      readonly body?: object;
      readonly headers?: Record<string, string>;
      readonly signal?: AbortSignal;
    } = {},
  ) =>
    fetch(`${relay.baseUrl}${more.path ?? path}`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${relay.token}`, "content-type": "application/json" },
        ...{ "anthropic-version": "2023-06-01", "anthropic-beta": "b-1", "x-other": "private", ...more.headers },
      },
      body: JSON.stringify(more.body ?? body),
      ...(more.signal && { signal: more.signal }),
    });
  return { received, send, budget };
}

const stream =
  'event: a\ndata: {"usage":{"input_tokens":11,"output_tokens":7}}\n\nevent: b\ndata: {"text":"Grüße"}\n\n';
const respondWithStream: Respond = (_, response) =>
  response.writeHead(200, { "content-type": "text/event-stream" }).end(stream);

test.each([
  ["claude-code", "x-api-key", key],
  ["codex", "authorization", `Bearer ${key}`],
  ["gemini", "x-goog-api-key", key],
] as const)("passes a request of %s on byte for byte, with the key in its header", async (agent, header, value) => {
  const { received, send } = await relayTo(agent, respondWithStream);
  const response = await send();
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(await response.text()).toBe(stream);
  const { version, path, body } = agents[agent];
  expect(received).toMatchObject([{ path: `${version}${path}`, body: JSON.stringify(body) }]);
  expect(received[0]?.headers).toMatchObject({
    [header]: value,
    "anthropic-version": "2023-06-01",
    "anthropic-beta": "b-1",
  });
  expect(received[0]?.headers["x-other"]).toBeUndefined();
  for (const other of ["x-api-key", "authorization", "x-goog-api-key"])
    if (other !== header) expect(received[0]?.headers[other]).toBeUndefined();
});

test("passes a stream on while it arrives", async () => {
  const opened = Promise.withResolvers<ServerResponse>();
  const { send } = await relayTo("codex", (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
    opened.resolve(response);
  });
  const reader = (await send()).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("data: 1\n\n");
  (await opened.promise).end("data: 2\n\n");
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("data: 2\n\n");
});

test("a stream that breaks off does not look complete", async () => {
  const { send } = await relayTo("codex", (request, response) => {
    response
      .writeHead(200, { "content-type": "text/event-stream" })
      .write("data: 1\n\n", () => request.socket.destroy());
  });
  await expect(send().then((response) => response.text())).rejects.toThrow();
});

test("a call counts that the agent breaks off", async () => {
  const left = Promise.withResolvers<void>();
  const { send, budget } = await relayTo(
    "claude-code",
    (_, response) => {
      response.once("close", left.resolve);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"usage":{"input_tokens":30,"output_tokens":1}}\n\n');
    },
    createModelBudget(3),
  );
  const stop = new AbortController();
  const reader = (await send({ signal: stop.signal })).body?.getReader();
  await reader?.read();
  stop.abort();
  await left.promise;
  await expect.poll(() => budget.calls()).toBe(1);
});

test.each([
  ["claude-code", ["/complete", "/messages/batches", "/messages?beta=true&x=1", "/messages/../../admin", "/files"]],
  ["codex", ["/responses/1", "/responses?x=1", "/messages", "/files"]],
  [
    "gemini",
    [
      "/models/other:generateContent",
      "/models/small:batchGenerateContent",
      "/models/small:streamGenerateContent?key=x",
    ],
  ],
] as const)("%s reaches nothing else at the endpoint", async (agent, paths) => {
  const { received, send } = await relayTo(agent, respondWithStream);
  for (const path of paths) expect((await send({ path })).status).toBe(404);
  expect((await send({ headers: { authorization: "Bearer guessed" } })).status).toBe(401);
  expect((await send({ headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
  expect(received).toEqual([]);
});

test("another model is refused", async () => {
  const { received, send, budget } = await relayTo("codex", respondWithStream);
  for (const body of [{ model: "expensive" }, {}, ["small"]]) expect((await send({ body })).status).toBe(403);
  expect([received, budget.calls()]).toEqual([[], 0]);
});

test("redacts the key in a stream, also where it arrives in two pieces", async () => {
  const { send } = await relayTo("codex", (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${key} ${key.slice(0, 7)}`, () => setImmediate(() => response.end(`${key.slice(7)} sk-can`)));
  });
  expect(await (await send()).text()).toBe("data: *** *** sk-can");
});

test("changes no words for a short key, which is no secret", async () => {
  const { send } = await relayTo("codex", respondWithStream, createModelBudget(3), "token");
  expect(await (await send()).text()).toBe(stream);
});

test("passes an error of the model on without the key", async () => {
  const { send, budget } = await relayTo("codex", (_, response) => {
    response.writeHead(429, { "content-type": "application/json", "retry-after": "3" }).end(`{"error":"${key}"}`);
  });
  const response = await send();
  expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([
    429,
    "3",
    '{"error":"***"}',
  ]);
  expect(budget.calls()).toBe(0);
});

test("grades results at the same endpoint in the protocol of its models", async () => {
  const openai = JSON.stringify({ choices: [{ message: { content: "yes" } }] });
  const anthropic = JSON.stringify({
    content: [{ type: "text", text: "yes" }],
    usage: { input_tokens: 1, output_tokens: 1 },
  });
  for (const [agent, path, reply] of [
    ["claude-code", "/v1/messages", anthropic],
    ["codex", "/v1/chat/completions", openai],
    ["gemini", "/v1beta/openai/chat/completions", openai],
  ] as const) {
    const { received, send } = await relayTo(agent, (_, response) => response.end(reply));
    const body = { model: "small", messages: [{ role: "user", content: "Grade." }] };
    const response = await send({ path: "/chat/completions", body });
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: "yes" } }] });
    expect(received.map((one) => one.path)).toEqual([path]);
  }
});
