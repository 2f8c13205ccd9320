import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { TokenUse } from "../../../text/number/readTokenUse.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { ChatCompletion, ChatCompletionRequest, EditorModels } from "../../testing/model/model/chatCompletion.ts";

/** The editor's language models for test runs; none in an editor that lacks them. */
export const editorModels: EditorModels = {
  list: async () => (await selectModels()).map((model) => ({ id: readModelId(model), name: model.name })),
  complete: async (id, request, signal) => {
    const model = (await selectModels()).find((one) => readModelId(one) === id);
    return model && complete(model, request, signal);
  },
};

const readModelId = ({ vendor, id }: vscode.LanguageModelChat) => `${vendor}/${id}`;

async function selectModels(): Promise<readonly vscode.LanguageModelChat[]> {
  // Other editors on the same base lack some APIs.
  const lm: Partial<typeof vscode.lm> | undefined = vscode.lm;
  return (await lm?.selectChatModels?.()) ?? [];
}

async function complete(
  model: vscode.LanguageModelChat,
  request: ChatCompletionRequest,
  signal: AbortSignal,
): Promise<ChatCompletion> {
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = () => cancellation.cancel();
  signal.addEventListener("abort", cancel);
  try {
    signal.throwIfAborted();
    const messages = request.messages.map(toMessage);
    const offered = request.tool_choice === "none" ? undefined : request.tools;
    const tools = offered?.map(({ function: { name, description, parameters } }) => {
      return { name, description, inputSchema: parameters };
    });
    const justification = l10n.t("Fairlead runs the evals of your skills.");
    const response = await model.sendRequest(messages, { justification, ...(tools && { tools }) }, cancellation.token);
    let content = "";
    const toolCalls: ChatCompletion["toolCalls"][number][] = [];
    for await (const part of response.stream) {
      if (part instanceof vscode.LanguageModelTextPart) content += part.value;
      if (part instanceof vscode.LanguageModelToolCallPart)
        toolCalls.push({ id: part.callId, name: part.name, input: part.input });
    }
    signal.throwIfAborted();
    const answer = content + toolCalls.map(({ input }) => JSON.stringify(input)).join("");
    return { content, toolCalls, use: await countTokens(model, messages, answer) };
  } finally {
    signal.removeEventListener("abort", cancel);
    cancellation.dispose();
  }
}

/** As the model's own counter counts them, because a response does not say. */
async function countTokens(
  model: vscode.LanguageModelChat,
  messages: readonly vscode.LanguageModelChatMessage[],
  answer: string,
): Promise<TokenUse | undefined> {
  try {
    const input = await Promise.all(messages.map((message) => model.countTokens(message)));
    const outputTokens = await model.countTokens(answer);
    return { inputTokens: input.reduce((sum, count) => sum + count, 0), outputTokens };
  } catch {
    return undefined;
  }
}

/** The editor's models know no message of the system. */
function toMessage(message: ChatCompletionRequest["messages"][number]): vscode.LanguageModelChatMessage {
  const { User, Assistant } = vscode.LanguageModelChatMessage;
  switch (message.role) {
    case "system":
    case "user":
      return User(message.content);
    case "tool":
      return User([
        new vscode.LanguageModelToolResultPart(message.tool_call_id, [
          new vscode.LanguageModelTextPart(message.content),
        ]),
      ]);
    case "assistant": {
      const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: input } }) => {
        return new vscode.LanguageModelToolCallPart(id, name, toRecord(tryParseJson(input)));
      });
      return Assistant([...(message.content ? [new vscode.LanguageModelTextPart(message.content)] : []), ...calls]);
    }
  }
}

const toRecord = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});
