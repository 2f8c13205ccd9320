import { env, Uri, commands as vscodeCommands, window } from "vscode";
import type { RequestMcpLogin } from "../../client/mcp/login/mcpLogin.ts";
import type { ConnectToMcp } from "../../client/mcp/mcpConnection.ts";
import type { EditorServices } from "../base/editorServices.ts";
import { createEmitter } from "../base/emitter.ts";
import { createPolling } from "../base/polling.ts";
import type { Secrets, ViewId } from "../base/ports.ts";
import type { CommandTarget } from "../base/rows/commandTarget.ts";
import { ensureConnected } from "../connection/commands/switchConnection.ts";
import type { ConnectionServices } from "../connection/connectionServices.ts";
import type { DeploymentServices } from "../deployment/deploymentServices.ts";
import { createDeployFlows } from "../deployment/model/deployFlows.ts";
import type { ProfileServices } from "../profile/profileServices.ts";
import { createVersionFiles } from "../registry/model/versionFiles.ts";
import type { RegistryServices } from "../registry/registryServices.ts";
import { DocumentChanges } from "../server/model/document/documentChanges.ts";
import type { FetchChangedText } from "../server/model/fetchText.ts";
import { FolderChanges } from "../server/model/folder/folderChanges.ts";
import { getServerLinks } from "../server/model/serverLinks.ts";
import type { ServerServices } from "../server/serverServices.ts";
import { openGitRepository } from "../skill/model/disk/openGitRepository.ts";
import type { SkillServices } from "../skill/skillServices.ts";
import { createPendingTestRuns } from "../testing/model/pendingTestRuns.ts";
import type { TestingServices } from "../testing/testingServices.ts";
import { McpAccess } from "../tools/model/mcpAccess.ts";
import { McpLogins } from "../tools/model/mcpLogins.ts";
import { openSavedToolCalls } from "../tools/model/savedToolCalls.ts";
import { openSavedToolTasks } from "../tools/model/savedToolTasks.ts";
import { ToolCalls } from "../tools/model/toolCalls.ts";
import { createToolConsent } from "../tools/model/toolConsent.ts";
import type { ToolsServices } from "../tools/toolsServices.ts";
import { listenForSignIn } from "./connection/listenForSignIn.ts";
import { watchFiles, watchFolder } from "./editors/watchFiles.ts";
import { createMessages } from "./prompts/createMessages.ts";
import { createProgress } from "./prompts/createProgress.ts";
import { createPrompts } from "./prompts/createPrompts.ts";
import { readEditorSettings } from "./storage/readSettings.ts";

/** The part of the App that its other parts depend on. */
export type CommandServices = EditorServices &
  ConnectionServices &
  RegistryServices &
  Pick<
    ProfileServices & SkillServices & ServerServices & DeploymentServices & TestingServices & ToolsServices,
    | "commandLinePackage"
    | "deployFlows"
    | "confirmToolCall"
    | "documentAnalyzer"
    | "documentChanges"
    | "fetchSourceBytes"
    | "folderChanges"
    | "loadProposals"
    | "mcp"
    | "mcpLogins"
    | "openGitRepository"
    | "pendingRuns"
    | "readWithProfile"
    | "toolCalls"
  >;

export interface CommandServicesParts
  extends Pick<EditorServices, "documents" | "fetchText" | "log" | "memory" | "sendRequest">,
    Pick<ConnectionServices, "connections" | "listPresets">,
    Pick<ProfileServices, "loadProposals" | "readWithProfile">,
    Pick<ServerServices, "commandLinePackage" | "documentAnalyzer">,
    Pick<SkillServices, "fetchSourceBytes"> {
  readonly fetchChangedText: FetchChangedText;
  readonly connectToMcp: ConnectToMcp;
  readonly requestMcpLogin: RequestMcpLogin;
  readonly secrets: Secrets;
}

export function createCommandServices(parts: CommandServicesParts): CommandServices {
  const { connections, log, memory, documents, documentAnalyzer, fetchText, listPresets } = parts;
  const { readWithProfile, loadProposals, sendRequest } = parts;
  const refreshes = createEmitter<readonly ViewId[]>();
  const polling = createPolling({ refreshMs: () => readEditorSettings().refreshSeconds * 1000 });
  const dialogs = { prompts: createPrompts(), messages: createMessages(), progress: createProgress() };
  const shared = { connections, log, documents, fetchText, listPresets, settings: readEditorSettings };
  const connecting = { ...dialogs, ...shared, run: executeCommand, listenForSignIn, openExternal, sendRequest };
  const credentials = async () => connections.runtimeCredentials();
  const mcpLogins = new McpLogins({ secrets: parts.secrets, requestMcpLogin: parts.requestMcpLogin, now: Date.now });
  const mcp = new McpAccess({
    connections,
    credentials,
    logins: mcpLogins,
    polling: polling.share(),
    connectToMcp: parts.connectToMcp,
  });
  const versions = createVersionFiles();
  const documentChanges = new DocumentChanges({
    versions,
    documentAnalyzer,
    watchFiles,
    log,
    now: Date.now,
    links: () => getServerLinks({ memory, connections }),
    readFile: documents.readFile,
    readPart: documents.readPart,
    diagnose: documents.diagnose,
    fetchChangedText: parts.fetchChangedText,
    maxTools: () => readEditorSettings().maxTools,
    isFocused: () => window.state.focused,
  });
  const services: CommandServices = {
    ...connecting,
    mcp,
    mcpLogins,
    versions,
    documentAnalyzer,
    documentChanges,
    folderChanges: new FolderChanges({ documents, memory, connections, watchFolder, log }),
    openGitRepository,
    fetchSourceBytes: parts.fetchSourceBytes,
    commandLinePackage: parts.commandLinePackage,
    toolCalls: new ToolCalls({
      mcp,
      saved: openSavedToolCalls(memory, readEditorSettings),
      tasks: openSavedToolTasks(memory),
      polling: polling.share(),
      now: Date.now,
    }),
    confirmToolCall: createToolConsent(dialogs.prompts),
    memory,
    readWithProfile,
    loadProposals,
    deployFlows: createDeployFlows(),
    polling,
    pendingRuns: createPendingTestRuns({ client: () => connections.quiet(), polling }),
    clipboard: async (text) => env.clipboard.writeText(text),
    client: () => ensureConnected(services),
    refresh: (...views) => refreshes.emit(views),
    onDidRefresh: refreshes.on,
  };
  return services;
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
