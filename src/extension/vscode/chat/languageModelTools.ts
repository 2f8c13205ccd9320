import * as vscode from "vscode";
import { formatFactName } from "../../../text/markdown/escapeMarkdown.ts";
import type { ToolPreparation, ToolRunner } from "../../agentTools/toolRunner.ts";
import { toAbortSignal } from "./toAbortSignal.ts";

interface Manifest {
  readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
}

/** Registers every tool of the manifest. The first call loads their code. */
export function registerLanguageModelTools(context: vscode.ExtensionContext, runner: () => Promise<ToolRunner>): void {
  // Other editors on the same base lack some APIs.
  const lm: Partial<typeof vscode.lm> | undefined = vscode.lm;
  if (!lm?.registerTool) return;
  const manifest: Manifest = context.extension.packageJSON;
  for (const { name } of manifest.contributes.languageModelTools)
    context.subscriptions.push(lm.registerTool(name, createLanguageModelTool(name, runner)));
}

export function createLanguageModelTool(
  name: string,
  runner: () => Promise<ToolRunner>,
): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }, token) =>
      toPreparedInvocation(await (await runner()).prepare(name, input, toAbortSignal(token))),
    invoke: async ({ input }, token) => {
      const text = await (await runner()).invoke(name, input, toAbortSignal(token));
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

/** Names of the service are appended as text, so that their characters are not markup. */
function toPreparedInvocation({ progress, confirmation }: ToolPreparation): vscode.PreparedToolInvocation {
  if (!confirmation) return { invocationMessage: progress };
  const message = new vscode.MarkdownString();
  for (const [name, value] of confirmation.rows)
    message.appendMarkdown(formatFactName(name)).appendText(value).appendMarkdown("\n\n");
  return { invocationMessage: progress, confirmationMessages: { title: confirmation.title, message } };
}
