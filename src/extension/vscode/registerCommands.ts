import { commands, type ExtensionContext, type Uri, window } from "vscode";
import { internalCommands } from "../base/commands/internalCommands.ts";
import type { Editor } from "./createEditor.ts";

/** Registers the commands of the manifest and the internal ones. The first run loads their code. */
export function registerCommands(context: ExtensionContext, editor: () => Promise<Editor>): void {
  const { contributes }: { contributes: { commands: { command: string }[] } } = context.extension.packageJSON;
  for (const command of [...contributes.commands.map(({ command }) => command), ...internalCommands]) {
    const run = async (...args: unknown[]) => (await editor()).run(command, args);
    context.subscriptions.push(commands.registerCommand(command, run));
  }
}

/** Registers the links of the editor, such as `vscode://fairlead.fairlead/server/srv_1`. */
export function registerLinks(context: ExtensionContext, open: (uri: Uri) => Promise<void>): void {
  context.subscriptions.push(window.registerUriHandler({ handleUri: open }));
}
