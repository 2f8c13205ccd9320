import { commands, type ExtensionContext } from "vscode";
import type { Editor } from "./createEditor.ts";

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Registers every command of the manifest. The implementation is loaded when the first one runs. */
export function registerCommands(context: ExtensionContext, editor: () => Promise<Editor>): void {
  const manifest: Manifest = context.extension.packageJSON;
  for (const { command } of manifest.contributes.commands) {
    const run = async (...given: unknown[]) => (await editor()).run(command, given);
    context.subscriptions.push(commands.registerCommand(command, run));
  }
}
