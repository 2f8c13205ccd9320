import { expect, onTestFinished, test } from "vitest";
import type { McpInputAnswer } from "../../../../../src/client/mcp/mcpConnection.ts";
import { createPolling } from "../../../../../src/extension/base/polling.ts";
import type { McpAccess } from "../../../../../src/extension/tools/model/mcpAccess.ts";
import type { ToolCall } from "../../../../../src/extension/tools/model/runningToolCall.ts";
import { openSavedToolCalls } from "../../../../../src/extension/tools/model/savedToolCalls.ts";
import { openSavedToolTasks } from "../../../../../src/extension/tools/model/savedToolTasks.ts";
import { ToolCalls } from "../../../../../src/extension/tools/model/toolCalls.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";

const served = await useServedService();

const complete = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const form = { mode: "form", message: "Who?", requestedSchema: schema };
const asked = (...params: readonly object[]) => ({
  resultType: "input_required",
  requestState: "s1",
  inputRequests: Object.fromEntries(params.map((one, at) => [`q${at}`, { method: "elicitation/create", params: one }])),
});

/** Calls the only tool of a server of 2026-07-28, whose first result is `first`. `received` is what came with the state. */
async function callAsking(first: object, answers: readonly McpInputAnswer[] = []) {
  const received: unknown[] = [];
  const methods: Readonly<Record<string, (params: { requestState?: string; inputResponses?: unknown }) => object>> = {
    "server/discover": () => ({
      ...complete,
      ...{ supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, serverInfo: { name: "own", version: "1" } },
    }),
    "tools/list": () => ({ ...complete, tools: [{ name: "ask", inputSchema: { type: "object" } }] }),
    "tools/call": ({ requestState, inputResponses }) => {
      if (requestState !== "s1") return first;
      received.push(inputResponses);
      return { ...complete, content: [{ type: "text", text: "done" }] };
    },
  };
  const url = await startHttpServer(async (request, response) => {
    const { id, method, params } = JSON.parse((await request.toArray()).join("") || "{}");
    const run = methods[method];
    if (!run) return response.writeHead(id === undefined ? 202 : 404).end();
    response.setHeader("Content-Type", "application/json");
    const result = run(params);
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, ...("error" in result ? result : { result }) }));
  });
  const { app, close } = await createCommandFixture(served);
  onTestFinished(close);
  app.mcp.addNamedServer({ name: "own", url, headers: {} });
  const subject = { server: { kind: "url", url }, tool: "ask" } as const;
  const open = [...answers];
  const messages: string[] = [];
  app.toolCalls.onDidChange(() => {
    const { id = "", input } = app.toolCalls.list(subject)[0]?.view ?? {};
    const answer = input && open.shift();
    if (!answer) return;
    messages.push([input.message, input.url].filter(Boolean).join(" "));
    app.toolCalls.answerInput(id, input.id, answer);
  });
  await app.toolCalls.call(subject, {});
  const { view, request }: ToolCall = requireValue(app.toolCalls.list(subject)[0]);
  return { view, request, received, messages };
}

test("a state alone is sent back", async () => {
  const { view, received } = await callAsking({ resultType: "input_required", requestState: "s1" });
  expect(view).toMatchObject({ state: "succeeded", content: [{ kind: "text", text: "done" }] });
  expect(received).toEqual([undefined]);
});

test("a server that only sends states ends with a message", async () => {
  const { view } = await callAsking({ resultType: "input_required", requestState: "s2" });
  expect(view).toMatchObject({
    state: "failed",
    error: expect.stringContaining("asked for more again and again"),
  });
});

test("questions are asked one after the other, and the answers go back with the state", async () => {
  const page = { mode: "url", message: "Pay", url: "https://pay.example.com/1", elicitationId: "e1" };
  const answers = [{ action: "accept", content: { name: "Ann" } }, { action: "decline" }] as const;
  const { view, request, received, messages } = await callAsking(asked(form, page), answers);
  expect(messages).toEqual(["Who?", "Pay https://pay.example.com/1"]);
  expect(received).toEqual([{ q0: { action: "accept", content: { name: "Ann" } }, q1: { action: "decline" } }]);
  expect(view.input).toBeUndefined();
  // What the user entered is in no copy of the call.
  expect(request?.body).toContain('"name":"ask"');
  expect(request?.body).not.toMatch(/Ann|s1/);
});

test("pages that a server requires before a call are shown, and the user calls again", async () => {
  const page = { mode: "url", message: "Pay", url: "https:pay.example.com/1", elicitationId: "e1" };
  const error = { code: -32042, message: "Pay first", data: { elicitations: [page] } };
  const { view, messages } = await callAsking({ error }, [{ action: "accept" }]);
  expect(messages).toEqual(["Pay https://pay.example.com/1"]);
  expect(view).toMatchObject({ state: "failed", error: expect.stringContaining("then call the tool again.") });
});

test("a page that no browser opens is declined, with a note", async () => {
  const page = { mode: "url", message: "Look", url: "file:///etc/passwd", elicitationId: "e1" };
  const { view, received } = await callAsking(asked(page));
  expect(received).toEqual([{ q0: { action: "decline" } }]);
  expect(view.content?.[0]).toEqual({ kind: "omitted", why: "The server asked for input, which was declined: Look" });
});

test("questions that the server left open end with the call", async () => {
  const answers: Promise<McpInputAnswer | undefined>[] = [];
  const { signal } = new AbortController();
  const use: McpAccess["use"] = async (_server, _signal, _work, { onInput } = {}) => {
    for (const message of ["Who?", "Where?"]) answers.push(requireValue(onInput)({ message, schema }, signal));
    await new Promise(setImmediate);
    throw new Error("The connection ended.");
  };
  const saved = openSavedToolCalls(createMapMemory(), () => ({ keepToolCalls: false }));
  const tasks = openSavedToolTasks(createMapMemory());
  const calls = new ToolCalls({
    mcp: { use },
    saved,
    tasks,
    polling: createPolling({ refreshMs: () => 0 }),
    now: () => 0,
  });
  const subject = { server: { kind: "url", url: "https://a.example/mcp" }, tool: "ask" } as const;
  await calls.call(subject, {});
  expect(await Promise.all(answers)).toEqual([{ action: "cancel" }, { action: "cancel" }]);
  expect(calls.list(subject)).toEqual([{ view: expect.objectContaining({ state: "failed" }) }]);
});
