import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { LanguageModel, LanguageModels, ModelMessage } from "../../profile/model/mapping/languageModels.ts";

/** The language models that the editor offers; none in an editor that lacks them. */
export const languageModels: LanguageModels = {
  list: async () => {
    // Other editors on the same base lack some APIs.
    const lm: Partial<typeof vscode.lm> | undefined = vscode.lm;
    return ((await lm?.selectChatModels?.()) ?? []).map(toLanguageModel);
  },
};

function toLanguageModel(model: vscode.LanguageModelChat): LanguageModel {
  return {
    id: `${model.vendor}/${model.id}`,
    name: model.name,
    send: (messages, signal) => sendMessages(model, messages, signal),
  };
}

async function* sendMessages(
  model: vscode.LanguageModelChat,
  messages: readonly ModelMessage[],
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = () => cancellation.cancel();
  signal.addEventListener("abort", cancel);
  try {
    signal.throwIfAborted();
    const justification = l10n.t("Fairlead asks where the fields of a service's answer are.");
    const response = await model.sendRequest(messages.map(toChatMessage), { justification }, cancellation.token);
    yield* response.text;
  } finally {
    signal.removeEventListener("abort", cancel);
    cancellation.dispose();
  }
}

function toChatMessage({ from, text }: ModelMessage): vscode.LanguageModelChatMessage {
  return from === "user" ? vscode.LanguageModelChatMessage.User(text) : vscode.LanguageModelChatMessage.Assistant(text);
}
