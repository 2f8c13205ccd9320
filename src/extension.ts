import type { ExtensionContext } from "vscode";
import { registerLanguageModelTools } from "./ui/chat/languageModelTools.ts";
import { registerAuthentication } from "./ui/connection/registerAuthentication.ts";
import type { Editor } from "./ui/createEditor.ts";
import { registerSkillLanguage } from "./ui/editors/registerSkillLanguage.ts";
import { onFirstUse } from "./ui/onFirstUse.ts";
import { registerPanels } from "./ui/panels/registerPanels.ts";
import { registerCommands } from "./ui/registerCommands.ts";
import { registerEditorProviders } from "./ui/registerEditorProviders.ts";
import { registerTests } from "./ui/testing/registerTests.ts";
import { registerViews } from "./ui/views/registerViews.ts";

let made: Editor | undefined;

/** Says what there is and nothing else: no request, no secret, no process. The editor is made when something is used. */
export function activate(context: ExtensionContext): void {
  const editor = onFirstUse(async () => {
    const { createEditor, loadAndCreateClient, loadAndStartModelRelay } = await import("./editor.ts");
    made = createEditor({
      context,
      createClient: loadAndCreateClient,
      startModelRelay: loadAndStartModelRelay,
      tests,
      mcpChanged: () => surfaces.mcpChanged(),
    });
    return made;
  });

  registerCommands(context, editor);
  registerViews(context, editor);
  registerPanels(context, async () => (await editor()).panels);
  const surfaces = registerEditorProviders(context, async () => (await editor()).surfaces);
  registerAuthentication(context, async () => (await editor()).accounts);
  registerSkillLanguage(context, async () => (await editor()).skillLanguage());
  registerLanguageModelTools(context, async () => (await editor()).tools);
  const tests = registerTests(context, async () => (await editor()).tests);
}

export async function deactivate(): Promise<void> {
  await made?.dispose();
  made = undefined;
}
