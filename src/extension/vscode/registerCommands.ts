import { commands, type ExtensionContext } from "vscode";
import type { Editor } from "./createEditor.ts";

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Registers every command of the manifest. The first run loads their code. */
export function registerCommands(context: ExtensionContext, editor: () => Promise<Editor>): void {
  const manifest: Manifest = context.extension.packageJSON;
  for (const { command } of manifest.contributes.commands) {
    const run = async (...args: unknown[]) => (await editor()).run(command, args);
    context.subscriptions.push(commands.registerCommand(command, run));
  }
}
