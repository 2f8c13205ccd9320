import { commands, type ExtensionContext } from "vscode";
import type { Editor } from "./createEditor.ts";

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Every command of the manifest, in one loop. What they do is loaded with the first one that is run. */
export function registerCommands(context: ExtensionContext, editor: () => Promise<Editor>): void {
  const manifest: Manifest = context.extension.packageJSON;
  for (const { command } of manifest.contributes.commands) {
    const run = async (...given: unknown[]) => (await editor()).run(command, given);
    context.subscriptions.push(commands.registerCommand(command, run));
  }
}
