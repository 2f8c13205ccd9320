import { expect, onTestFinished, test } from "vitest";
import { createModelBudget } from "../../../../../../src/extension/testing/model/model/modelBudget.ts";
import { type ModelRelayOptions, startModelRelay } from "../../../../../../src/extension/testing/model/modelRelay.ts";
import { createModelClient } from "../../../../../../src/service/testing/skill/model/modelClient.ts";
import { readTokenUse } from "../../../../../../src/text/number/readTokenUse.ts";
import { startAnthropicStub } from "../../../../../support/services/anthropicStub.ts";
import type { ModelStubResponse } from "../../../../../support/services/modelStub.ts";

const key = "sk-ant-canary-0123456789";
const signal = new AbortController().signal;

/** The service's client, with a relay to a model. */
async function openClient(options: Pick<ModelRelayOptions, "runner"> & Partial<ModelRelayOptions>) {
  const budget = options.budget ?? createModelBudget(10);
  const relay = await startModelRelay({
    ...{ key: undefined, budget, environment: {}, editorModels: { complete: async () => undefined } },
    ...options,
  });
  onTestFinished(() => relay.close());
  return { budget, client: createModelClient({ baseUrl: relay.baseUrl, name: "one", key: relay.token }) };
}

const readTool = {
  type: "function" as const,
  function: { name: "read_file", description: "Reads.", parameters: { type: "object", properties: {} } },
};

test("an endpoint in Anthropic's protocol is used with tools, and the key goes only there", async () => {
  const replies: ModelStubResponse[] = [
    {
      tools: [
        { name: "read_file", arguments: { path: "SKILL.md" } },
        { name: "read_file", arguments: {} },
      ],
    },
    { content: "Done." },
    { content: "Cut", cut: true },
  ];
  const stub = await startAnthropicStub(() => replies.shift() ?? { status: 500 }, { key });
  const { client } = await openClient({ runner: { kind: "anthropic", baseUrl: stub.baseUrl, name: "large" }, key });
  const messages = [
    { role: "system" as const, content: "Be brief." },
    { role: "user" as const, content: "Read it." },
  ];
  const first = await client.complete({ messages, tools: [readTool], tool_choice: "auto" }, signal);
  expect(first.toolCalls.map(({ function: { name, arguments: input } }) => [name, input])).toEqual([
    ["read_file", '{"path":"SKILL.md"}'],
    ["read_file", "{}"],
  ]);
  const results = first.toolCalls.map(({ id }) => ({ role: "tool" as const, tool_call_id: id, content: "text" }));
  const conversation = [
    ...messages,
    { role: "assistant" as const, content: first.content, tool_calls: first.toolCalls },
    ...results,
  ];
  const second = await client.complete({ messages: conversation, tools: [readTool], tool_choice: "none" }, signal);
  expect(second).toEqual({
    ...{ content: "Done.", toolCalls: [], isTruncated: false },
    usage: { inputTokens: 15, outputTokens: 2 },
  });
  expect((await client.complete({ messages }, signal)).isTruncated).toBe(true);
  expect(stub.problems).toEqual([]);
  expect(stub.requests.map(({ model }) => model)).toEqual(["large", "large", "large"]);
});

test("an error of Anthropic's protocol keeps its message, without the key", async () => {
  const stub = await startAnthropicStub(() => ({
    status: 400,
    body: { type: "error", error: { type: "invalid_request_error", message: `no model large for ${key}` } },
  }));
  const { client } = await openClient({ runner: { kind: "anthropic", baseUrl: stub.baseUrl, name: "large" }, key });
  const failed = client.complete({ messages: [{ role: "user", content: "Hi" }] }, signal);
  await expect(failed).rejects.toThrow("no model large for ***");
});

test("a model of the editor is asked by its id, and one that is gone is named", async () => {
  const asked: string[] = [];
  const complete: ModelRelayOptions["editorModels"]["complete"] = async (id, { messages }) => {
    asked.push(`${id}: ${messages.at(-1)?.content}`);
    if (id === "vendor/gone") return undefined;
    if (messages.length > 1) throw new Error("The user gave no consent.");
    return { content: "Hello.", toolCalls: [], use: { inputTokens: 3, outputTokens: 1 } };
  };
  const editorModels = { complete };
  const { client } = await openClient({ runner: { kind: "editor", id: "vendor/one", name: "One" }, editorModels });
  const hello = { role: "user", content: "Hi" } as const;
  expect(await client.complete({ messages: [hello] }, signal)).toMatchObject({
    ...{ content: "Hello.", usage: { inputTokens: 3, outputTokens: 1 } },
  });
  await expect(client.complete({ messages: [hello, hello] }, signal)).rejects.toThrow("The user gave no consent.");
  const gone = await openClient({ runner: { kind: "editor", id: "vendor/gone", name: "Gone" }, editorModels });
  await expect(gone.client.complete({ messages: [hello] }, signal)).rejects.toThrow("no model Gone (vendor)");
  expect(asked[0]).toBe("vendor/one: Hi");
});

test("a stopped budget aborts the call under way with its reason", async () => {
  const budget = createModelBudget(10);
  const began = Promise.withResolvers<void>();
  const editorModels: ModelRelayOptions["editorModels"] = {
    complete: (_id, _request, stop) => {
      began.resolve();
      return new Promise((_, reject) => stop.addEventListener("abort", () => reject(stop.reason)));
    },
  };
  const runner = { kind: "editor", id: "vendor/one", name: "One" } as const;
  const { client } = await openClient({ runner, budget, editorModels });
  const failed = client.complete({ messages: [{ role: "user", content: "Hi" }] }, signal);
  await began.promise;
  budget.stop("The evaluation was cancelled.");
  await expect(failed).rejects.toThrow("The evaluation was cancelled.");
});

test.each([
  ["OpenAI", '{"usage":{"prompt_tokens":7,"completion_tokens":2}}', { inputTokens: 7, outputTokens: 2 }],
  [
    "a stream of Anthropic",
    'data: {"message":{"usage":{"input_tokens":3,"cache_read_input_tokens":4,"output_tokens":1}}}\n\ndata: {"usage":{"output_tokens":9}}\n',
    { inputTokens: 7, outputTokens: 9 },
  ],
  ["Google", '{"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":6}}', { inputTokens: 5, outputTokens: 6 }],
  ["no one", '{"text":"{\\"input_tokens\\":1,\\"output_tokens\\":1}"}', undefined],
])("the tokens that %s names are read", (_, text, use) => {
  expect(readTokenUse(text)).toEqual(use);
});
