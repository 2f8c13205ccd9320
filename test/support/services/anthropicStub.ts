import { text } from "node:stream/consumers";
import * as z from "zod";
import type { ModelStub, ModelStubRequest, ModelStubResponse } from "./modelStub.ts";
import { startHttpServer } from "./startHttpServer.ts";

const textBlock = z.strictObject({ type: z.literal("text"), text: z.string().min(1) });
const toolUse = z.strictObject({
  type: z.literal("tool_use"),
  id: z.string().regex(/^[\w-]+$/),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
});
const toolResult = z.strictObject({ type: z.literal("tool_result"), tool_use_id: z.string(), content: z.string() });
const message = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("user"), content: z.array(z.union([textBlock, toolResult])).min(1) }),
  z.strictObject({ role: z.literal("assistant"), content: z.array(z.union([textBlock, toolUse])).min(1) }),
]);

/** A request of https://platform.claude.com/docs/en/api/messages, limited to the used parts; everything else is rejected. */
const request = z
  .strictObject({
    model: z.string().min(1),
    max_tokens: z.int().min(1),
    system: z.string().min(1).optional(),
    messages: z.array(message).min(1),
    temperature: z.number().min(0).max(1).optional(),
    tools: z
      .array(
        z.strictObject({
          name: z.string().regex(/^[\w-]{1,128}$/),
          description: z.string(),
          input_schema: z.looseObject({ type: z.literal("object") }),
        }),
      )
      .min(1)
      .optional(),
    tool_choice: z.strictObject({ type: z.enum(["auto", "none"]) }).optional(),
  })
  .superRefine(({ messages, tools, tool_choice }, context) => {
    const report = (problem: string) => context.addIssue({ code: "custom", message: problem });
    if (messages[0]?.role !== "user") report("the first message is the user's");
    if (tool_choice && !tools) report("tool_choice is only allowed with tools");
    for (const [index, one] of messages.entries()) {
      if (index > 0 && messages[index - 1]?.role === one.role) report("roles alternate here");
      if (one.role !== "assistant") continue;
      const wanted = one.content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
      const next = messages[index + 1]?.content ?? [];
      const given = next.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
      if (wanted.join() !== given.join()) report("each tool_use needs its tool_result in the next message");
    }
  });
type AnthropicRequest = z.output<typeof request>;

/** Starts a model with Anthropic's Messages API over HTTP. `answer` is that of the stub of chat completions. */
export async function startAnthropicStub(
  answer: (request: ModelStubRequest) => ModelStubResponse,
  { key }: { readonly key?: string } = {},
): Promise<ModelStub> {
  const requests: ModelStubRequest[] = [];
  const problems: string[] = [];
  let calls = 0;
  const url = await startHttpServer(async (incoming, response) => {
    const body = await text(incoming);
    const send = (status: number, value: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    };
    const reject = (status: number, type: string, problem: string) => {
      problems.push(problem);
      send(status, { type: "error", error: { type, message: problem } });
    };
    if (incoming.method !== "POST" || incoming.url !== "/v1/messages")
      return reject(404, "not_found_error", `Unknown request URL: ${incoming.method} ${incoming.url}`);
    if (incoming.headers["anthropic-version"] !== "2023-06-01")
      return reject(400, "invalid_request_error", "anthropic-version: header is required");
    if (key !== undefined && incoming.headers["x-api-key"] !== key)
      return reject(401, "authentication_error", "invalid x-api-key");
    const read = request.safeParse(JSON.parse(body));
    if (!read.success) return reject(400, "invalid_request_error", z.prettifyError(read.error));
    const asked = toChatRequest(read.data);
    requests.push(asked);
    const reply = answer(asked);
    if ("status" in reply) return send(reply.status, reply.body ?? { type: "error", error: { message: "no" } });
    calls += 1;
    send(200, createMessage(read.data.model, reply, calls));
  });
  return { baseUrl: `${url}/v1`, requests, problems, calls: () => calls };
}

function toChatRequest({ model, system, messages, tools, tool_choice }: AnthropicRequest): ModelStubRequest {
  return {
    model,
    messages: [
      ...(system === undefined ? [] : [{ role: "system" as const, content: system }]),
      ...messages.flatMap((one): ModelStubRequest["messages"] =>
        one.content.map((block) => {
          if (block.type === "tool_result")
            return { role: "tool", tool_call_id: block.tool_use_id, content: block.content };
          if (block.type === "text") return { role: one.role, content: block.text };
          const call = { name: block.name, arguments: JSON.stringify(block.input) };
          return { role: "assistant", tool_calls: [{ id: block.id, type: "function", function: call }] };
        }),
      ),
    ],
    ...(tools && {
      tools: tools.map(({ name, description, input_schema }) => {
        return { type: "function" as const, function: { name, description, parameters: input_schema } };
      }),
    }),
    ...(tool_choice && { tool_choice: tool_choice.type }),
  };
}

function createMessage(model: string, reply: Exclude<ModelStubResponse, { status: number }>, count: number) {
  const content =
    "content" in reply
      ? [{ type: "text", text: reply.content }]
      : reply.tools.map((tool, index) => ({
          ...{ type: "tool_use", id: `toolu_${count}_${index}`, name: tool.name, input: tool.arguments },
        }));
  return {
    ...{ id: `msg_${count}`, type: "message", role: "assistant", model, content, stop_sequence: null },
    stop_reason: "content" in reply ? (reply.cut ? "max_tokens" : "end_turn") : "tool_use",
    usage: { input_tokens: 10, cache_read_input_tokens: 5, cache_creation_input_tokens: 0, output_tokens: 2 },
  };
}
