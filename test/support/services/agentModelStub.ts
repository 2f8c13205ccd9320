import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { tryParseJson } from "../../../src/text/tryParseJson.ts";
import { startHttpServer } from "./startHttpServer.ts";

/** What the model does next: it calls a tool of the agent, or it answers. */
export type AgentModelStep =
  | { readonly kind: "call"; readonly tool: string; readonly input: object; readonly namespace?: string }
  | { readonly kind: "answer"; readonly text: string };

/** A request of an agent, the same in each protocol. */
export interface AgentModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The names of the tools, those of a namespace after it and a dot. */
  readonly tools: readonly string[];
  /** How many tools have returned. */
  readonly results: number;
}

const usage = { input: 11, output: 7 } as const;

/** Plays a model in the protocols of all agents, and grades every statement of a result as true. */
export async function startAgentModelStub(
  next: (request: AgentModelRequest) => AgentModelStep,
  closeLater?: (close: () => void) => void,
) {
  const requests: AgentModelRequest[] = [];
  const url = await startHttpServer(async (request, response) => {
    const body = await text(request);
    const path = request.url ?? "";
    const protocol = protocols.find(({ pattern }) => pattern.test(path));
    if (path.endsWith("/chat/completions") || (protocol?.name === "anthropic" && !body.includes('"stream":true')))
      return grade(response, path, body);
    if (!protocol) return void response.writeHead(404).end("{}");
    const asked = { path, headers: request.headers, body, ...protocol.read(tryParseJson(body)) };
    requests.push(asked);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const step = next(asked);
    for (const [name, data] of protocol.write(step, requests.length))
      response.write(`${name === "" ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
    response.end();
  }, closeLater);
  return { url, requests };
}

function grade(response: ServerResponse, path: string, body: string): void {
  const count = Math.max(1, [...body.matchAll(/\\"statement\\":/g)].length);
  const grades = Array.from({ length: count }, (_, index) => ({ number: index + 1, passed: true, evidence: "Seen." }));
  const content = JSON.stringify({ grades });
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify(
      path.endsWith("/chat/completions")
        ? {
            choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
            usage: { prompt_tokens: usage.input, completion_tokens: usage.output },
          }
        : {
            ...{ content: [{ type: "text", text: content }], stop_reason: "end_turn" },
            usage: { input_tokens: usage.input, output_tokens: usage.output },
          },
    ),
  );
}

type Event = readonly [name: string, data: object];
interface Protocol {
  readonly name: string;
  readonly pattern: RegExp;
  read(body: unknown): Pick<AgentModelRequest, "tools" | "results">;
  /** `id` is unique for each request. */
  write(step: AgentModelStep, id: number): readonly Event[];
}

const list = z.array(z.looseObject({ type: z.string().optional() })).catch([]);
const messagesBody = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string().catch("") })).catch([]),
  messages: z.array(z.looseObject({ content: list })).catch([]),
});
const responsesBody = z.looseObject({
  tools: z
    .array(
      z.looseObject({
        type: z.string(),
        name: z.string().catch(""),
        tools: z.array(z.looseObject({ name: z.string().catch("") })).catch([]),
      }),
    )
    .catch([]),
  input: list,
});
const generateBody = z.looseObject({
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).catch([]) }))
    .catch([]),
  contents: z
    .array(z.looseObject({ parts: z.array(z.looseObject({ functionResponse: z.unknown().optional() })).catch([]) }))
    .catch([]),
});

const protocols: readonly Protocol[] = [
  {
    // https://platform.claude.com/docs/en/build-with-claude/streaming
    name: "anthropic",
    pattern: /^\/v1\/messages(?:\?beta=true)?$/,
    read: (body) => {
      const { tools, messages } = messagesBody.parse(body);
      const results = messages.flatMap(({ content }) => content).filter(({ type }) => type === "tool_result");
      return { tools: tools.map(({ name }) => name), results: results.length };
    },
    write: (step, id) => {
      const event = (type: string, data: object): Event => [type, { type, ...data }];
      const isCall = step.kind === "call";
      const message = { id: `msg_${id}`, type: "message", role: "assistant", model: "m", content: [] };
      const block = isCall
        ? { type: "tool_use", id: `toolu_${id}`, name: step.tool, input: {} }
        : { type: "text", text: "" };
      const delta = isCall
        ? { type: "input_json_delta", partial_json: JSON.stringify(step.input) }
        : { type: "text_delta", text: step.text };
      return [
        event("message_start", { message: { ...message, usage: { input_tokens: usage.input, output_tokens: 1 } } }),
        event("content_block_start", { index: 0, content_block: block }),
        event("content_block_delta", { index: 0, delta }),
        event("content_block_stop", { index: 0 }),
        event("message_delta", {
          delta: { stop_reason: isCall ? "tool_use" : "end_turn", stop_sequence: null },
          usage: { output_tokens: usage.output },
        }),
        event("message_stop", {}),
      ];
    },
  },
  {
    // https://platform.openai.com/docs/api-reference/responses-streaming
    name: "responses",
    pattern: /^\/v1\/responses$/,
    read: (body) => {
      const { tools, input } = responsesBody.parse(body);
      return {
        tools: tools.flatMap(({ name, tools: inner }) =>
          inner.length === 0 ? [name] : inner.map((one) => `${name}.${one.name}`),
        ),
        results: input.filter(({ type }) => type?.endsWith("_output")).length,
      };
    },
    write: (step, id) => {
      const event = (type: string, data: object): Event => [type, { type, ...data }];
      const item =
        step.kind === "call"
          ? {
              ...{ type: "function_call", id: `fc_${id}`, call_id: `call_${id}`, name: step.tool },
              ...{ arguments: JSON.stringify(step.input), ...(step.namespace && { namespace: step.namespace }) },
            }
          : {
              ...{ type: "message", id: `msg_${id}`, role: "assistant", status: "completed" },
              content: [{ type: "output_text", text: step.text, annotations: [] }],
            };
      const tokens = {
        ...{ input_tokens: usage.input, output_tokens: usage.output, total_tokens: usage.input + usage.output },
        ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
      };
      return [
        event("response.created", { response: { id: `resp_${id}` } }),
        event("response.output_item.done", { output_index: 0, item }),
        event("response.completed", {
          response: { id: `resp_${id}`, status: "completed", output: [item], usage: tokens },
        }),
      ];
    },
  },
  {
    // https://ai.google.dev/api/generate-content
    name: "gemini",
    pattern: /^\/v1beta\/models\/[^/]+:streamGenerateContent\?alt=sse$/,
    read: (body) => {
      const { tools, contents } = generateBody.parse(body);
      const parts = contents.flatMap((one) => one.parts);
      return {
        tools: tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
        results: parts.filter(({ functionResponse }) => functionResponse !== undefined).length,
      };
    },
    write: (step) => {
      const part = step.kind === "call" ? { functionCall: { name: step.tool, args: step.input } } : { text: step.text };
      const usageMetadata = { promptTokenCount: usage.input, candidatesTokenCount: usage.output };
      const candidates = [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }];
      return [["", { candidates, usageMetadata }]];
    },
  },
];
