import { text as readText } from "node:stream/consumers";
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

/** A request in the format of https://developers.openai.com/api/reference/resources/chat, limited to the used parts; everything else is rejected. */
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
    const report = (problem: string) => context.addIssue({ code: "custom", message: problem });
    if (tool_choice !== undefined && !tools) report("tool_choice is only allowed with tools");
    let openCalls = new Set<string>();
    for (const one of messages) {
      if (one.role === "tool") {
        if (!openCalls.delete(one.tool_call_id)) report(`no call ${one.tool_call_id} is pending here`);
      } else if (openCalls.size > 0) report(`tool calls without a response: ${[...openCalls].join(", ")}`);
      if (one.role === "assistant") openCalls = new Set(one.tool_calls?.map(({ id }) => id));
    }
    if (openCalls.size > 0) report("the last tool calls have no response");
  });

export type ModelStubRequest = z.output<typeof request>;

export type ModelStubResponse =
  | { readonly content: string; readonly cut?: boolean }
  /** Tool calls with their arguments. */
  | { readonly tools: readonly { readonly name: string; readonly arguments: unknown }[] }
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

export interface ModelStub {
  readonly baseUrl: string;
  /** The valid requests in order. */
  readonly requests: readonly ModelStubRequest[];
  /** The problems of invalid requests. */
  readonly problems: readonly string[];
  /** The number of completions. */
  calls(): number;
}

/** Starts a model with the chat completions protocol over HTTP. `answer` computes the response from the request. */
export async function startModelStub(
  answer: (request: ModelStubRequest) => ModelStubResponse | Promise<ModelStubResponse>,
  { key }: { readonly key?: string } = {},
): Promise<ModelStub> {
  const requests: ModelStubRequest[] = [];
  const problems: string[] = [];
  let calls = 0;
  const url = await startHttpServer(async (incoming, response) => {
    const send = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    const body = await readText(incoming);
    const reject = (status: number, problem: string) => {
      problems.push(problem);
      send(status, { error: { message: problem, type: "invalid_request_error", param: null, code: null } });
    };
    if (incoming.method !== "POST" || incoming.url !== "/v1/chat/completions")
      return reject(404, `Unknown request URL: ${incoming.method} ${incoming.url}`);
    if (!/^application\/json/.test(incoming.headers["content-type"] ?? "")) return reject(415, "Send JSON.");
    if (key !== undefined && incoming.headers.authorization !== `Bearer ${key}`)
      return reject(401, `Incorrect API key provided: ${incoming.headers.authorization}`);
    const read = request.safeParse(JSON.parse(body));
    if (!read.success) return reject(400, z.prettifyError(read.error));
    requests.push(read.data);
    const reply = await answer(read.data);
    if ("status" in reply) return send(reply.status, reply.body ?? "", reply.headers);
    calls += 1;
    send(200, createCompletion(read.data.model, reply, calls));
  });
  return { baseUrl: `${url}/v1`, requests, problems, calls: () => calls };
}

function createCompletion(model: string, response: Exclude<ModelStubResponse, { status: number }>, count: number) {
  const isText = "content" in response;
  const problem = isText
    ? { role: "assistant", content: response.content, refusal: null }
    : {
        role: "assistant",
        content: null,
        refusal: null,
        tool_calls: response.tools.map((item, index) => ({
          id: `call_${count}_${index}`,
          type: "function",
          function: { name: item.name, arguments: JSON.stringify(item.arguments) },
        })),
      };
  const reason = isText ? (response.cut ? "length" : "stop") : "tool_calls";
  return {
    id: `chatcmpl-${count}`,
    object: "chat.completion",
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message: problem, logprobs: null, finish_reason: reason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
