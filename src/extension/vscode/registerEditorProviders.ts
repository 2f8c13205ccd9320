import * as vscode from "vscode";
import { createCursorServers, createUpdateQueue, findCursorMcp } from "../agents/model/cursorServers.ts";
import { virtualScheme } from "../base/uris/virtualScheme.ts";
import { McpProvider } from "./chat/mcpProvider.ts";
import type { EditorProviders } from "./createEditorProviders.ts";
import { createOperationLensProvider, createToolLensProvider } from "./editors/lensProviders.ts";
import { createLogLinkProvider, logLinkSelector, logStructureProvider } from "./editors/logProviders.ts";
import { VirtualFileSystem } from "./editors/virtualFileSystem.ts";

/** A workspace file that may be an OpenAPI document. Versions of servers cannot be changed, so they have no lenses. */
const apiDocuments = [
  { language: "yaml", scheme: "file" },
  { language: "json", scheme: "file" },
  { language: "yaml", scheme: "vscode-vfs" },
  { language: "json", scheme: "vscode-vfs" },
];

/** Registers what VS Code may request before the first use of Fairlead: documents of the scheme `fairlead`, and MCP servers. */
export function registerEditorProviders(
  context: vscode.ExtensionContext,
  loadProviders: () => Promise<EditorProviders>,
  mcpServersChanged: vscode.Event<void>,
): void {
  const files = new VirtualFileSystem(async () => (await loadProviders()).files, virtualScheme);
  const logs = { scheme: virtualScheme, pattern: "/deployment/**" };
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider(virtualScheme, files, { isCaseSensitive: true }),
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => files.willSave(document, reason)),
    vscode.languages.registerFoldingRangeProvider(logs, logStructureProvider),
    vscode.languages.registerDocumentSymbolProvider(logs, logStructureProvider),
    vscode.languages.registerCodeLensProvider(
      { scheme: virtualScheme, pattern: "/{operation,answer}/**" },
      createOperationLensProvider(async () => (await loadProviders()).lenses),
    ),
    vscode.languages.registerDocumentLinkProvider(
      logLinkSelector,
      createLogLinkProvider(async () => (await loadProviders()).logLinks),
    ),
  );
  const tools = createToolLensProvider(async () => (await loadProviders()).listToolLenses);
  context.subscriptions.push(tools, vscode.languages.registerCodeLensProvider(apiDocuments, tools));
  const cursor = findCursorMcp(vscode);
  if (cursor) {
    registerInCursor(context, createCursorServers(cursor), loadProviders, mcpServersChanged);
    return;
  }
  // Other editors on the same base lack some APIs.
  const lm: Partial<typeof vscode.lm> | undefined = vscode.lm;
  if (!lm?.registerMcpServerDefinitionProvider) return;
  const mcp = new McpProvider(async () => (await loadProviders()).mcp, mcpServersChanged);
  context.subscriptions.push(lm.registerMcpServerDefinitionProvider("fairlead.servers", mcp));
}

/** The change comes with the first connection, so that nothing is loaded for it. */
function registerInCursor(
  context: vscode.ExtensionContext,
  register: ReturnType<typeof createCursorServers>,
  loadProviders: () => Promise<EditorProviders>,
  mcpServersChanged: vscode.Event<void>,
): void {
  const update = async () => register(await (await loadProviders()).mcp.list(new AbortController().signal));
  const enqueue = createUpdateQueue(update, async (error) =>
    (await loadProviders()).log.warning(`Cursor did not take the MCP servers. ${error}`),
  );
  context.subscriptions.push(mcpServersChanged(() => void enqueue()));
}
