import { env, Uri, commands as vscodeCommands, window } from "vscode";
import type { ConnectToMcp } from "../../client/mcp/mcpConnection.ts";
import type { Emitter } from "../base/emitter.ts";
import { createPolling } from "../base/polling.ts";
import type { EditorDocuments, Logger, Memory, ViewId } from "../base/ports.ts";
import type { CommandTarget } from "../base/rows/commandTarget.ts";
import { runAfterTimeout } from "../base/runLater.ts";
import { ensureConnected } from "../connection/commands/ensureConnected.ts";
import type { Connections } from "../connection/model/connections.ts";
import { createDeployFlows } from "../deployment/model/deployFlows.ts";
import { createVersionFiles } from "../registry/model/versionFiles.ts";
import { DocumentChanges } from "../server/model/document/documentChanges.ts";
import type { FetchChangedText } from "../server/model/document/fetchChangedText.ts";
import { openServerLinks } from "../server/model/serverLinks.ts";
import { createPendingTestRuns } from "../testing/model/pendingTestRuns.ts";
import { McpAccess } from "../tools/model/mcpAccess.ts";
import { openSavedToolCalls } from "../tools/model/savedToolCalls.ts";
import { ToolCalls } from "../tools/model/toolCalls.ts";
import { createToolConsent } from "../tools/model/toolConsent.ts";
import type { App } from "../workbench/app.ts";
import { languageModels } from "./chat/languageModels.ts";
import { listenForSignIn } from "./connection/listenForSignIn.ts";
import { watchFiles } from "./editors/watchFiles.ts";
import { openGitRepository } from "./git/openGitRepository.ts";
import { createMessages } from "./prompts/createMessages.ts";
import { createProgress } from "./prompts/createProgress.ts";
import { createPrompts } from "./prompts/createPrompts.ts";
import { readEditorSettings } from "./storage/readEditorSettings.ts";

/** The part of the App that its other parts depend on. */
export type CommandServices = Pick<
  App,
  | "clipboard"
  | "deployFlows"
  | "client"
  | "confirmToolCall"
  | "connections"
  | "documentAnalyzer"
  | "documentChanges"
  | "documents"
  | "fetchSourceBytes"
  | "fetchText"
  | "listenForSignIn"
  | "listPresets"
  | "log"
  | "mcp"
  | "memory"
  | "messages"
  | "models"
  | "openExternal"
  | "openGitRepository"
  | "pendingRuns"
  | "polling"
  | "progress"
  | "prompts"
  | "readWithProfile"
  | "refresh"
  | "run"
  | "sendRequest"
  | "settings"
  | "toolCalls"
  | "versions"
>;

export interface CommandServicesParts {
  readonly connections: Connections;
  readonly log: Logger;
  readonly memory: Memory;
  readonly documents: EditorDocuments;
  readonly documentAnalyzer: App["documentAnalyzer"];
  readonly fetchSourceBytes: App["fetchSourceBytes"];
  readonly fetchText: App["fetchText"];
  readonly fetchChangedText: FetchChangedText;
  readonly listPresets: App["listPresets"];
  readonly sendRequest: App["sendRequest"];
  readonly connectToMcp: ConnectToMcp;
  readonly readWithProfile: App["readWithProfile"];
  /** Fires with the views whose content changed. */
  readonly refreshes: Emitter<readonly ViewId[]>;
}

export function createCommandServices(parts: CommandServicesParts): CommandServices {
  const { connections, log, memory, documents, documentAnalyzer, fetchText, listPresets } = parts;
  const { readWithProfile, refreshes, sendRequest } = parts;
  const polling = createPolling({ refreshMs: () => readEditorSettings().refreshSeconds * 1000 });
  const dialogs = { prompts: createPrompts(), messages: createMessages(), progress: createProgress() };
  const shared = { connections, log, documents, fetchText, listPresets, settings: readEditorSettings };
  const connecting = { ...dialogs, ...shared, run: executeCommand, listenForSignIn, openExternal, sendRequest };
  const credentials = async () => connections.runtimeCredentials();
  const mcp = new McpAccess({
    connections,
    credentials,
    runLater: runAfterTimeout,
    connectToMcp: parts.connectToMcp,
  });
  const versions = createVersionFiles();
  const documentChanges = new DocumentChanges({
    versions,
    documentAnalyzer,
    watchFiles,
    log,
    now: Date.now,
    links: () => openServerLinks(memory, connections.scope() ?? ""),
    readFile: documents.readFile,
    fetchChangedText: parts.fetchChangedText,
    maxTools: () => readEditorSettings().maxTools,
    isFocused: () => window.state.focused,
  });
  return {
    ...connecting,
    mcp,
    versions,
    documentAnalyzer,
    documentChanges,
    openGitRepository,
    fetchSourceBytes: parts.fetchSourceBytes,
    toolCalls: new ToolCalls({ mcp, saved: openSavedToolCalls(memory, readEditorSettings), now: Date.now }),
    confirmToolCall: createToolConsent(dialogs.prompts),
    memory,
    readWithProfile,
    models: languageModels,
    deployFlows: createDeployFlows(),
    polling,
    pendingRuns: createPendingTestRuns({ client: () => connections.quiet(), polling }),
    clipboard: async (text) => env.clipboard.writeText(text),
    client: () => ensureConnected(connecting),
    refresh: (...views) => refreshes.emit(views),
  };
}

/** Only web pages, because another scheme could start another program. */
async function openExternal(url: string): Promise<boolean> {
  return /^https?:\/\//i.test(url) && env.openExternal(await env.asExternalUri(Uri.parse(url, true)));
}

async function executeCommand(command: string, target: CommandTarget = {}): Promise<void> {
  await vscodeCommands.executeCommand(command, ...argumentsOf(target));
}

function argumentsOf({ node, nodes, resource, caseId, operation, state }: CommandTarget): readonly unknown[] {
  if (node) return nodes ? [node, nodes] : [node];
  if (operation !== undefined) return [operation, ...(state === undefined ? [] : [state])];
  if (resource === undefined) return [];
  return [Uri.parse(resource, true), ...(caseId === undefined ? [] : [caseId])];
}
