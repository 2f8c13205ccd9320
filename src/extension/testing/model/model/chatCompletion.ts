import * as z from "zod";
import type { TokenUse } from "../../../../text/number/readTokenUse.ts";

const toolCallSchema = z.object({
  id: z.string(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
const messageSchema = z.discriminatedUnion("role", [
  z.object({ role: z.enum(["system", "user"]), content: z.string() }),
  z.object({
    role: z.literal("assistant"),
    content: z.string().nullish(),
    tool_calls: z.array(toolCallSchema).optional(),
  }),
  z.object({ role: z.literal("tool"), tool_call_id: z.string(), content: z.string() }),
]);

/** The part of OpenAI's chat completions that test runs use. */
export const chatRequestSchema = z.object({
  messages: z.array(messageSchema),
  tools: z
    .array(
      z.object({
        function: z.object({
          name: z.string(),
          description: z.string(),
          parameters: z.looseObject({ type: z.literal("object") }),
        }),
      }),
    )
    .optional(),
  tool_choice: z.enum(["auto", "none"]).optional(),
  temperature: z.number().optional(),
});
export type ChatCompletionRequest = z.output<typeof chatRequestSchema>;

export interface ChatCompletion {
  readonly content: string;
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  readonly isTruncated?: boolean;
  readonly use: TokenUse | undefined;
}

/** The response of an endpoint of chat completions. */
export function formatChatCompletion({ content, toolCalls, isTruncated = false, use }: ChatCompletion): string {
  const tool_calls = toolCalls.map(({ id, name, input }) => {
    return { id, type: "function", function: { name, arguments: JSON.stringify(input ?? {}) } };
  });
  const message = { role: "assistant", content, ...(tool_calls.length > 0 && { tool_calls }) };
  const finish_reason = isTruncated ? "length" : tool_calls.length > 0 ? "tool_calls" : "stop";
  const usage = use && { prompt_tokens: use.inputTokens, completion_tokens: use.outputTokens };
  return JSON.stringify({ choices: [{ index: 0, message, finish_reason }], ...(usage && { usage }) });
}

/** The models that the editor offers to extensions, for test runs. The editor asks for the user's consent at the first request. */
export interface EditorModels {
  list(): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Throws when the user may not use the model, or when it fails. undefined: there is no such model. */
  complete(id: string, request: ChatCompletionRequest, signal: AbortSignal): Promise<ChatCompletion | undefined>;
}
