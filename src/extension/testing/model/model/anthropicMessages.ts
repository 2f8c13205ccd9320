import * as z from "zod";
import { readTokenUse } from "../../../../text/number/readTokenUse.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import { type ChatCompletion, type ChatCompletionRequest, formatChatCompletion } from "./chatCompletion.ts";

/** The protocol's version: https://platform.claude.com/docs/en/api/versioning */
export const anthropicVersion = "2023-06-01";
/** The protocol demands a limit. Results of evals are whole files. */
const maxTokens = 8192;

type Block = Readonly<Record<string, unknown>>;
interface Message {
  readonly role: "user" | "assistant";
  readonly content: readonly Block[];
}

/** A chat completion as a request of Anthropic's Messages API: https://platform.claude.com/docs/en/api/messages */
export function toAnthropicRequest(model: string, request: ChatCompletionRequest): object {
  const { messages, tools, tool_choice, temperature } = request;
  const system = messages.flatMap((one) => (one.role === "system" ? [one.content] : [])).join("\n\n");
  return {
    model,
    max_tokens: maxTokens,
    messages: joinTurns(messages.flatMap(toMessage)),
    ...(system !== "" && { system }),
    ...(temperature !== undefined && { temperature }),
    ...(tools && {
      tools: tools.map(({ function: { name, description, parameters } }) => {
        return { name, description, input_schema: parameters };
      }),
      tool_choice: { type: tool_choice ?? "auto" },
    }),
  };
}

function toMessage(message: ChatCompletionRequest["messages"][number]): Message[] {
  switch (message.role) {
    case "system":
      return [];
    case "user":
      return [{ role: "user", content: [{ type: "text", text: message.content }] }];
    case "tool": {
      const { tool_call_id: tool_use_id, content } = message;
      return [{ role: "user", content: [{ type: "tool_result", tool_use_id, content }] }];
    }
    case "assistant": {
      const { content, tool_calls = [] } = message;
      const calls = tool_calls.map(({ id, function: { name, arguments: input } }) => {
        return { type: "tool_use", id, name, input: tryParseJson(input) ?? {} };
      });
      return [{ role: "assistant", content: [...(content ? [{ type: "text", text: content }] : []), ...calls] }];
    }
  }
}

/** All results of one turn stand in one message. */
function joinTurns(messages: readonly Message[]): readonly Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === message.role) joined.splice(-1, 1, { ...last, content: [...last.content, ...message.content] });
    else joined.push(message);
  }
  return joined;
}

const responseSchema = z.looseObject({
  content: z.array(
    z.union([
      z.looseObject({ type: z.literal("text"), text: z.string() }),
      z.looseObject({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: z.unknown() }),
      z.looseObject({ type: z.string() }),
    ]),
  ),
  stop_reason: z.string().nullish(),
});

/** A response of the Messages API as a chat completion; undefined: it is none. */
export function fromAnthropicResponse(text: string): string | undefined {
  const parsed = responseSchema.safeParse(tryParseJson(text));
  if (!parsed.success) return undefined;
  const { content, stop_reason } = parsed.data;
  const completion: ChatCompletion = {
    content: content.map((block) => ("text" in block ? String(block.text) : "")).join(""),
    toolCalls: content.flatMap((block) => {
      if (block.type !== "tool_use" || !("name" in block)) return [];
      return [{ id: String(block.id), name: String(block.name), input: block.input }];
    }),
    isTruncated: stop_reason === "max_tokens",
    use: readTokenUse(text),
  };
  return formatChatCompletion(completion);
}
