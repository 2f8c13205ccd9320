import * as z from "zod";

/** A model that answers `POST <baseUrl>/chat/completions` as OpenAI's does. */
export interface TestModel {
  readonly baseUrl: string;
  readonly name: string;
  readonly key?: string | undefined;
}

export interface ToolCall {
  readonly id: string;
  readonly type: "function";
  /** `arguments` is JSON as the model wrote it. */
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

/** What a model answered. */
export interface ChatAnswer {
  readonly content: string;
  readonly toolCalls: readonly ToolCall[];
  /** It stopped because there was no more room, not because it was done. */
  readonly isCut: boolean;
}

/** Some endpoints answer in parts. */
const content = z
  .union([z.string(), z.null(), z.array(z.looseObject({ text: z.string().optional() }))])
  .optional()
  .transform((said) => (Array.isArray(said) ? said.map(({ text = "" }) => text).join("") : (said ?? "")));

const toolCall = z.looseObject({
  id: z.string().optional(),
  function: z.looseObject({ name: z.string(), arguments: z.union([z.string(), z.record(z.string(), z.unknown())]) }),
});

const message = z.looseObject({ content, tool_calls: z.array(toolCall).nullish() });

/** https://developers.openai.com/api/reference/resources/chat: what is read of an answer. */
export const chatAnswerSchema = z
  .looseObject({ choices: z.array(z.looseObject({ message, finish_reason: z.string().nullish() })).min(1) })
  .transform(({ choices: [choice] }): ChatAnswer => {
    const calls = choice?.message.tool_calls ?? [];
    return {
      content: choice?.message.content ?? "",
      toolCalls: calls.map(({ id, function: { name, arguments: given } }, index) => ({
        id: id ?? `call_${index + 1}`,
        type: "function",
        function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given) },
      })),
      isCut: choice?.finish_reason === "length",
    };
  });

/** The shapes in which endpoints say what is wrong. */
export const chatErrorSchema = z.union([
  z
    .looseObject({
      error: z.looseObject({ message: z.string(), code: z.unknown().optional(), param: z.unknown().optional() }),
    })
    .transform(({ error: { message: text, code, param } }) => ({ text, code, param })),
  z.looseObject({ error: z.string() }).transform(({ error: text }) => ({ text, code: undefined, param: undefined })),
  z
    .looseObject({ message: z.string() })
    .transform((said) => ({ text: said.message, code: undefined, param: undefined })),
  z.looseObject({ detail: z.string() }).transform((said) => ({ text: said.detail, code: undefined, param: undefined })),
]);
