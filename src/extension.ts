// The translation comes first.
import "./extension/vscode/loadTranslation.ts";

import { EventEmitter, type ExtensionContext } from "vscode";
import { registerLanguageModelTools } from "./extension/vscode/chat/languageModelTools.ts";
import { registerAuthentication } from "./extension/vscode/connection/authenticationProvider.ts";
import type { Editor } from "./extension/vscode/createEditor.ts";
import { registerSkillLanguage } from "./extension/vscode/editors/registerSkillLanguage.ts";
import { registerPanels } from "./extension/vscode/panels/registerPanels.ts";
import { registerCommands } from "./extension/vscode/registerCommands.ts";
import { registerEditorProviders } from "./extension/vscode/registerEditorProviders.ts";
import { createTestControllers, registerTests } from "./extension/vscode/testing/registerTests.ts";
import { registerViews } from "./extension/vscode/views/registerViews.ts";
import { onFirstUse } from "./text/onFirstUse.ts";

/** The one editor, from its first use until the extension is deactivated. */
const editors = new Set<Editor>();

/** Registers what there is and nothing else: no request, no secret, no process. The editor is created on first use. */
export function activate(context: ExtensionContext): void {
  const mcpServersChanged = new EventEmitter<void>();
  const testControllers = createTestControllers(context);
  const editor = onFirstUse(async () => {
    const loaded = await import("./editor.ts");
    const created = loaded.createEditor({
      context,
      createClient: loaded.loadAndCreateClient,
      listPresets: loaded.loadAndListPresets,
      readWithProfile: loaded.loadAndReadWithProfile,
      loadProposals: loaded.loadProposalsOfDialect,
      sendRequest: loaded.loadAndSendRequest,
      connectToMcp: loaded.loadAndConnectToMcp,
      requestMcpLogin: loaded.loadAndRequestMcpLogin,
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
  registerTests(context, testControllers, async () => (await editor()).tests);
}

export async function deactivate(): Promise<void> {
  for (const editor of editors) await editor.dispose();
  editors.clear();
}
