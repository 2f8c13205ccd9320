import { commands, type ExtensionContext } from "vscode";
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
