import * as vscode from "vscode";
import type { App } from "../commands/app.ts";
import { announceDeployment } from "../commands/deployment/announceDeployment.ts";
import type { Connections } from "../core/connection/connections.ts";
import { createConsoleDocuments } from "../core/console/consoleDocuments.ts";
import { type DeploymentOutcome, DeploymentWatches } from "../core/deployment/deploymentWatches.ts";
import { createInputDocuments } from "../core/documents/createInputDocuments.ts";
import { listConsoleLenses } from "../core/documents/listConsoleLenses.ts";
import type { SettingsDocuments } from "../core/documents/settingsDocuments.ts";
import { createTextDocuments, type TextDocuments } from "../core/documents/shownTexts.ts";
import { createVirtualFiles, type VirtualFiles } from "../core/documents/virtualFiles.ts";
import type { EditorDocuments, Logger, Memory } from "../core/foundation/ports.ts";
import { createVersionFiles } from "../core/registry/versionFiles.ts";
import { createDocumentAnalyzer } from "../core/server/documentAnalyzer.ts";
import { fetchText } from "../core/server/fetchText.ts";
import { createMcpServerList, type McpServerList } from "../core/server/mcpServerList.ts";
import { toCodeLens } from "./editors/codeLenses.ts";
import { createDiagnostics } from "./editors/diagnostics.ts";
import { createEditorOwnedDocuments } from "./editors/editorOwnedDocuments.ts";
import type { OperationLenses } from "./editors/operationLensProvider.ts";
import { chooseOperations } from "./prompts/chooseOperations.ts";
import { setWalkthroughContext } from "./views/contextKeys.ts";
import { createEventChannel } from "./views/eventChannel.ts";
import { startStatusBar } from "./views/startStatusBar.ts";

/** What VS Code itself asks for. */
export interface EditorProviders {
  readonly files: VirtualFiles;
  readonly mcp: McpServerList;
  readonly settings: SettingsDocuments;
  /** Above the documents of the operation console. */
  readonly lenses: OperationLenses;
}

export interface EditorProvidersWithLifecycle extends EditorProviders {
  readonly diagnose: EditorDocuments["diagnose"];
  readonly texts: TextDocuments;
  /** What of the App is made here. */
  readonly app: Pick<
    App,
    | "watch"
    | "outlines"
    | "chooseOperations"
    | "fetchText"
    | "versions"
    | "operations"
    | "settingsDocuments"
    | "showEvents"
  >;
  /** Goes on where the last window stopped. */
  start(app: App): void;
  dispose(): Promise<void>;
}

export interface EditorProviderParts {
  readonly connections: Connections;
  readonly memory: Memory;
  readonly log: Logger;
  readonly mcpChanged: () => void;
}

export function createEditorProviders(
  context: vscode.ExtensionContext,
  parts: EditorProviderParts,
): EditorProvidersWithLifecycle {
  const { connections, memory, log, mcpChanged } = parts;
  const quiet = () => connections.quiet();
  const channel = createEventChannel();
  const diagnostics = createDiagnostics();
  const versions = createVersionFiles();
  const texts = createTextDocuments();
  const operations = createConsoleDocuments();
  const asking = Promise.withResolvers<App>();
  const edited = createEditorOwnedDocuments(() => asking.promise, diagnostics.diagnose);
  const { settings, profile } = edited;
  const editable = { operation: createInputDocuments(operations), settings, profile };
  const files = createVirtualFiles({ client: quiet, versions, texts, operations, editable, log });
  const news = Promise.withResolvers<(told: DeploymentOutcome) => Promise<void>>();
  const watch = new DeploymentWatches({
    connectionId: () => connections.scope(),
    client: quiet,
    memory,
    log,
    write: channel.write,
    tell: (told) => void news.promise.then((tell) => tell(told)),
  });
  const client = async () => (await asking.promise).client();
  const credentials = async () => connections.runtimeCredentials();
  const outlineWorker = vscode.Uri.joinPath(context.extensionUri, "dist", "outlineWorker.mjs").fsPath;
  const ending: vscode.Disposable[] = [channel, diagnostics, edited.listening, watch.onDidChange(mcpChanged)];
  return {
    files,
    lenses: {
      documents: operations,
      listLenses: ({ uri }) => listConsoleLenses(operations, uri.path).map((lens) => toCodeLens(uri, lens)),
    },
    mcp: createMcpServerList({ quiet, client, credentials, log }),
    diagnose: diagnostics.diagnose,
    texts,
    settings,
    app: {
      settingsDocuments: { send: edited.send },
      watch,
      outlines: createDocumentAnalyzer(outlineWorker),
      chooseOperations,
      fetchText,
      versions,
      operations,
      showEvents: channel.show,
    },
    start: (app) => {
      asking.resolve(app);
      news.resolve((told) => tellNews(app, told));
      ending.push(followSession(connections, watch, files, mcpChanged), startStatusBar(app));
      watch.resume();
    },
    dispose: async () => {
      for (const one of ending) one.dispose();
      await watch.close();
    },
  };
}

/** Nothing waits for it: what goes wrong here is only written down. */
async function tellNews(app: App, news: DeploymentOutcome): Promise<void> {
  if (news.outcome === "live") setWalkthroughContext("fairlead.done.deployed");
  try {
    const client = await app.connections.quiet();
    if (client) await announceDeployment(app, client, news);
  } catch (error) {
    app.log.error(`How the deployment ${news.deployment.id} went could not be told in full.`, error);
  }
}

/** What belongs to one connection must not be taken for another's. */
function followSession(
  connections: Connections,
  watch: DeploymentWatches,
  files: VirtualFiles,
  mcpChanged: () => void,
) {
  let known = connections.scope();
  return connections.onDidChange(({ kind }) => {
    const id = connections.scope();
    if (id !== known) files.clear();
    known = id;
    if (kind === "connected") watch.resume();
    else if (kind !== "connecting") watch.pause();
    mcpChanged();
  });
}
