import { commands, type ExtensionContext } from "vscode";
import { internalCommands } from "../base/commands/internalCommands.ts";
import type { Editor } from "./createEditor.ts";

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Registers the commands of the manifest and the internal ones. The first run loads their code. */
export function registerCommands(context: ExtensionContext, editor: () => Promise<Editor>): void {
  const manifest: Manifest = context.extension.packageJSON;
  for (const command of [...manifest.contributes.commands.map(({ command }) => command), ...internalCommands]) {
    const run = async (...args: unknown[]) => (await editor()).run(command, args);
    context.subscriptions.push(commands.registerCommand(command, run));
  }
}
