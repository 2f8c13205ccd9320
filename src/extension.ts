// The translation comes first.
import "./ui/loadTranslation.ts";

import { EventEmitter, type ExtensionContext } from "vscode";
import { registerLanguageModelTools } from "./ui/chat/languageModelTools.ts";
import { registerAuthentication } from "./ui/connection/registerAuthentication.ts";
import type { Editor } from "./ui/createEditor.ts";
import { registerSkillLanguage } from "./ui/editors/registerSkillLanguage.ts";
import { onFirstUse } from "./ui/onFirstUse.ts";
import { registerPanels } from "./ui/panels/registerPanels.ts";
import { registerCommands } from "./ui/registerCommands.ts";
import { registerEditorProviders } from "./ui/registerEditorProviders.ts";
import { registerLinks } from "./ui/registerLinks.ts";
import { createTestControllers, registerTests } from "./ui/testing/registerTests.ts";
import { registerViews } from "./ui/views/registerViews.ts";

/** The one editor, from its first use until the extension is deactivated. */
const editors = new Set<Editor>();

/** Registers what there is and nothing else: no request, no secret, no process. The editor is created on first use. */
export function activate(context: ExtensionContext): void {
  const mcpServersChanged = new EventEmitter<void>();
  const testControllers = createTestControllers(context);
  const editor = onFirstUse(async () => {
    const loaded = await import("./editor.ts");
    const { createEditor, loadAndCreateClient, loadAndListPresets, loadAndReadWithProfile } = loaded;
    const created = createEditor({
      context,
      createClient: loadAndCreateClient,
      listPresets: loadAndListPresets,
      readWithProfile: loadAndReadWithProfile,
      sendRequest: loaded.loadAndSendRequest,
      connectToMcp: loaded.loadAndConnectToMcp,
      startModelRelay: loaded.loadAndStartModelRelay,
      testControllers,
      mcpServersChanged: () => mcpServersChanged.fire(),
    });
    editors.add(created);
    return created;
  });
  const skillLanguage = onFirstUse(async () => (await editor()).openSkillLanguage());

  context.subscriptions.push(mcpServersChanged);
  registerCommands(context, editor);
  registerViews(context, editor);
  registerPanels(context, async () => (await editor()).panels);
  registerEditorProviders(context, async () => (await editor()).providers, mcpServersChanged.event);
  registerAuthentication(context, async () => (await editor()).accounts);
  registerSkillLanguage(context, skillLanguage);
  registerLanguageModelTools(context, async () => (await editor()).tools);
  registerLinks(context, async (uri) => (await editor()).openLink(uri));
  registerTests(context, testControllers, async () => (await editor()).tests);
}

export async function deactivate(): Promise<void> {
  for (const editor of editors) await editor.dispose();
  editors.clear();
}
