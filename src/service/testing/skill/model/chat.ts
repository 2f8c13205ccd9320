import * as z from "zod";
import type { EvalAgentName } from "../../../../contract/testRuns.ts";
import type { TokenUse } from "../../../../text/number/readTokenUse.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";

/** A model with an OpenAI-compatible endpoint `POST <baseUrl>/chat/completions`. */
export interface TestModel {
  readonly baseUrl: string;
  readonly name: string;
  readonly key?: string | undefined;
  /** The agent whose program does the tasks with it. */
  readonly agent?: EvalAgentName | undefined;
}

export interface ToolCall {
  readonly id: string;
  readonly type: "function";
  /** `arguments` contains the JSON text of the model. */
  readonly function: { readonly name: string; readonly arguments: string };
}

export type ChatMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly tool_calls?: readonly ToolCall[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

export interface ChatTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    /** A JSON Schema. */
    readonly parameters: Readonly<Record<string, unknown>>;
  };
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[];
  readonly tool_choice?: "auto" | "none";
}

export interface ChatAnswer {
  readonly content: string;
  readonly toolCalls: readonly ToolCall[];
  /** The response ended because it reached the length limit. */
  readonly isTruncated: boolean;
  /** undefined: the endpoint does not say. */
  readonly usage: TokenUse | undefined;
}

/** Some endpoints respond with an array of parts. */
const content = z
  .union([z.string(), z.null(), z.array(z.looseObject({ text: z.string().optional() }))])
  .optional()
  .transform((value) => (Array.isArray(value) ? value.map(({ text = "" }) => text).join("") : (value ?? "")));

const toolCall = z.looseObject({
  id: z.string().optional(),
  function: z.looseObject({ name: z.string(), arguments: z.union([z.string(), z.record(z.string(), z.unknown())]) }),
});

const message = z.looseObject({ content, tool_calls: z.array(toolCall).nullish() });

const usageSchema = z.looseObject({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) });

/** The used fields of a response: https://developers.openai.com/api/reference/resources/chat */
export const chatAnswerSchema = z
  .looseObject({
    choices: z.array(z.looseObject({ message, finish_reason: z.string().nullish() })).min(1),
    usage: usageSchema.optional().catch(undefined),
  })
  .transform(({ choices: [choice], usage }): ChatAnswer => {
    const calls = choice?.message.tool_calls ?? [];
    return {
      content: choice?.message.content ?? "",
      toolCalls: calls.map(({ id, function: { name, arguments: argumentsValue } }, index) => ({
        id: id ?? `call_${index + 1}`,
        type: "function",
        function: {
          name,
          arguments: typeof argumentsValue === "string" ? argumentsValue : JSON.stringify(argumentsValue),
        },
      })),
      isTruncated: choice?.finish_reason === "length",
      usage: usage && { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens },
    };
  });

/** The formats in which endpoints report errors. */
export const chatErrorSchema = z.union([
  z
    .looseObject({
      error: z.looseObject({ message: z.string(), code: z.unknown().optional(), param: z.unknown().optional() }),
    })
    .transform(({ error: { message: text, code, param } }) => ({ text, code, param })),
  z.looseObject({ error: z.string() }).transform(({ error: text }) => ({ text, code: undefined, param: undefined })),
  z
    .looseObject({ message: z.string() })
    .transform((value) => ({ text: value.message, code: undefined, param: undefined })),
  z
    .looseObject({ detail: z.string() })
    .transform((value) => ({ text: value.detail, code: undefined, param: undefined })),
]);

/** Extracts the JSON of a model's response, also from surrounding text or a code fence. Returns `undefined` without JSON. */
export function extractJson(text: string): unknown {
  const fenced = text.split("```", 2)[1]?.replace(/^json/, "") ?? "";
  const first = text.search(/[{[]/);
  const last = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return (
    tryParseJson(text) ?? tryParseJson(fenced) ?? (first < 0 ? undefined : tryParseJson(text.slice(first, last + 1)))
  );
}
