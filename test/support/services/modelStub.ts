import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { startHttpServer } from "./startHttpServer.ts";

const text = z.union([z.string(), z.array(z.strictObject({ type: z.literal("text"), text: z.string() }))]);
const toolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal("function"),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
});
const message = z.discriminatedUnion("role", [
  z.strictObject({ role: z.enum(["system", "developer", "user"]), content: text, name: z.string().optional() }),
  z.strictObject({
    role: z.literal("assistant"),
    content: text.nullish(),
    tool_calls: z.array(toolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal("tool"), tool_call_id: z.string(), content: text }),
]);
const tool = z.strictObject({
  type: z.literal("function"),
  function: z.strictObject({
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string().optional(),
    parameters: z.looseObject({ type: z.literal("object") }).optional(),
    strict: z.boolean().nullish(),
  }),
});

/** A request as https://developers.openai.com/api/reference/resources/chat has it, as far as it is used; all else is refused. */
const request = z
  .strictObject({
    model: z.string().min(1),
    messages: z.array(message).min(1),
    temperature: z.number().min(0).max(2).nullish(),
    tools: z.array(tool).min(1).optional(),
    tool_choice: z.enum(["none", "auto", "required"]).optional(),
    stream: z.literal(false).optional(),
  })
  .superRefine(({ messages, tools, tool_choice }, context) => {
    const wrong = (said: string) => context.addIssue({ code: "custom", message: said });
    if (tool_choice !== undefined && !tools) wrong("tool_choice is only allowed with tools");
    let open = new Set<string>();
    for (const one of messages) {
      if (one.role === "tool") {
        if (!open.delete(one.tool_call_id)) wrong(`no call ${one.tool_call_id} is to be answered here`);
      } else if (open.size > 0) wrong(`tool calls without an answer: ${[...open].join(", ")}`);
      if (one.role === "assistant") open = new Set(one.tool_calls?.map(({ id }) => id));
    }
    if (open.size > 0) wrong("the last tool calls have no answer");
  });

export type ModelStubRequest = z.output<typeof request>;

export type ModelStubResponse =
  | { readonly content: string; readonly cut?: boolean }
  /** Calls of tools, each with the arguments. */
  | { readonly tools: readonly { readonly name: string; readonly arguments: unknown }[] }
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

export interface ModelStub {
  readonly baseUrl: string;
  /** Those that were as the protocol has them, in their order. */
  readonly requests: readonly ModelStubRequest[];
  /** What was not as the protocol has it. */
  readonly refused: readonly string[];
  /** Completions given. */
  calls(): number;
}

/** A model that speaks the chat completions protocol over HTTP; what it answers is worked out from the request. */
export async function startModelStub(
  answer: (request: ModelStubRequest) => ModelStubResponse,
  { key }: { readonly key?: string } = {},
): Promise<ModelStub> {
  const requests: ModelStubRequest[] = [];
  const refused: string[] = [];
  let calls = 0;
  const url = await startHttpServer(async (incoming, response) => {
    const send = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    const body = await bodyOf(incoming);
    const refuse = (status: number, said: string) => {
      refused.push(said);
      send(status, { error: { message: said, type: "invalid_request_error", param: null, code: null } });
    };
    if (incoming.method !== "POST" || incoming.url !== "/v1/chat/completions")
      return refuse(404, `Unknown request URL: ${incoming.method} ${incoming.url}`);
    if (!/^application\/json/.test(incoming.headers["content-type"] ?? "")) return refuse(415, "Send JSON.");
    if (key !== undefined && incoming.headers.authorization !== `Bearer ${key}`)
      return refuse(401, `Incorrect API key provided: ${incoming.headers.authorization}`);
    const read = request.safeParse(JSON.parse(body));
    if (!read.success) return refuse(400, z.prettifyError(read.error));
    requests.push(read.data);
    const given = answer(read.data);
    if ("status" in given) return send(given.status, given.body ?? "", given.headers);
    calls += 1;
    send(200, completion(read.data.model, given, calls));
  });
  return { baseUrl: `${url}/v1`, requests, refused, calls: () => calls };
}

function completion(model: string, given: Exclude<ModelStubResponse, { status: number }>, count: number) {
  const isText = "content" in given;
  const said = isText
    ? { role: "assistant", content: given.content, refusal: null }
    : {
        role: "assistant",
        content: null,
        refusal: null,
        tool_calls: given.tools.map((one, index) => ({
          id: `call_${count}_${index}`,
          type: "function",
          function: { name: one.name, arguments: JSON.stringify(one.arguments) },
        })),
      };
  const reason = isText ? (given.cut ? "length" : "stop") : "tool_calls";
  return {
    id: `chatcmpl-${count}`,
    object: "chat.completion",
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message: said, logprobs: null, finish_reason: reason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
