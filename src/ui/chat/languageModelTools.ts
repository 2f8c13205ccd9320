import * as vscode from "vscode";
import type { Preparation, ToolDesk } from "../../core/tools/toolRunner.ts";
import { factName } from "../../text/escapeMarkdown.ts";
import { cancelSignal } from "./toAbortSignal.ts";

interface Manifest {
  readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
}

/** Every tool of the manifest, for language models. What they do is loaded with the first call. */
export function registerLanguageModelTools(context: vscode.ExtensionContext, desk: () => Promise<ToolDesk>): void {
  const manifest: Manifest = context.extension.packageJSON;
  for (const { name } of manifest.contributes.languageModelTools)
    context.subscriptions.push(vscode.lm.registerTool(name, toolCalled(name, desk)));
}

export function toolCalled(name: string, desk: () => Promise<ToolDesk>): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }, token) =>
      preparedInvocation(await (await desk()).prepare(name, input, cancelSignal(token))),
    invoke: async ({ input }, token) => {
      const text = await (await desk()).invoke(name, input, cancelSignal(token));
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

/** Names of the service are texts: nothing of them is markup. */
function preparedInvocation({ progress, confirmation }: Preparation): vscode.PreparedToolInvocation {
  if (!confirmation) return { invocationMessage: progress };
  const message = new vscode.MarkdownString();
  for (const [name, value] of confirmation.rows)
    message.appendMarkdown(factName(name)).appendText(value).appendMarkdown("\n\n");
  return { invocationMessage: progress, confirmationMessages: { title: confirmation.title, message } };
}
