import type { ServiceClient } from "../../client/client.ts";
import type { SendRequest } from "../../client/sendRequest.ts";
import type { PresetTitle } from "../../contract/dialectProfile.ts";
import type { ReadWithProfile } from "../../contract/profileReading.ts";
import type { DeploymentPanelSubject } from "../../webview/protocol/deploymentPanelMessages.ts";
import type { MappingPanelSubject } from "../../webview/protocol/mappingPanelMessages.ts";
import type { ToolPanelSubject } from "../../webview/protocol/toolPanelMessages.ts";
import type { AuditLogs } from "../account/model/auditLogs.ts";
import type { AgentFiles } from "../agents/model/agentFiles.ts";
import type { EditorSettings } from "../base/editorSettings.ts";
import type { Polling } from "../base/polling.ts";
import type {
  EditorDocuments,
  Logger,
  Memory,
  Messages,
  Progress,
  Prompts,
  SkillFolders,
  ViewId,
} from "../base/ports.ts";
import type { CommandTarget, RunCommand } from "../base/rows/commandTarget.ts";
import type { Connections } from "../connection/model/connections.ts";
import type { ListenForSignIn } from "../connection/model/signIn/signInRequest.ts";
import type { ConsoleDocuments } from "../console/model/consoleDocuments.ts";
import type { DeployFlows } from "../deployment/model/deployFlows.ts";
import type { DeploymentWatch } from "../deployment/model/deploymentWatch.ts";
import type { SourceLinks } from "../deployment/model/sourceLinks.ts";
import type { SettingsDocuments } from "../documents/model/settingsDocuments.ts";
import type { LanguageModels } from "../profile/model/mapping/languageModels.ts";
import type { EditorFacts } from "../profile/model/supportBundle.ts";
import type { VersionFiles } from "../registry/model/versionFiles.ts";
import type { DocumentChanges } from "../server/model/document/documentChanges.ts";
import type { DocumentAnalyzer } from "../server/model/documentAnalyzer.ts";
import type { ChooseOperations } from "../server/model/operations/operationFilter.ts";
import type { LocalSkills } from "../skill/model/localSkills.ts";
import type { FetchSourceBytes } from "../skill/model/source/fetchSourceBytes.ts";
import type { OpenGitRepository } from "../skill/model/source/openGitSource.ts";
import type { ModelAccess } from "../testing/model/modelAccess.ts";
import type { PendingTestRuns } from "../testing/model/pendingTestRuns.ts";
import type { TestExplorerRunner } from "../testing/model/testSubject.ts";
import type { McpAccess } from "../tools/model/mcpAccess.ts";
import type { ToolCalls } from "../tools/model/toolCalls.ts";
import type { ConfirmToolCall } from "../tools/model/toolConsent.ts";
import type { TreeNode } from "./nodes.ts";
import type { ChooseNode, RowCommand } from "./tree/chooseNode.ts";
import type { NodeSearch } from "./tree/nodeSearch.ts";
import type { ViewFilters } from "./viewFilters.ts";

/** The context of commands: ports, and the user's data. */
export interface App {
  readonly prompts: Prompts;
  readonly messages: Messages;
  readonly progress: Progress;
  readonly documents: EditorDocuments;
  readonly memory: Memory;
  readonly log: Logger;
  readonly settings: () => EditorSettings;
  /** How what may change at the service is read again. */
  readonly polling: Polling;
  /** Test runs that are followed, by the server or skill that they test. */
  readonly pendingRuns: PendingTestRuns;
  /** The editor's facts for the support bundle. */
  readonly facts: () => Promise<EditorFacts>;
  readonly clipboard: (text: string) => Promise<void>;
  /** Opens a page in the user's browser, also from a remote editor; false when that is not possible. */
  readonly openExternal: (url: string) => Promise<boolean>;
  readonly connections: Connections;
  readonly listenForSignIn: ListenForSignIn;
  /** Sends a request that is no operation of the contract. */
  readonly sendRequest: SendRequest;
  /** The client of the active connection; prompts to connect if there is none. undefined: cancelled. */
  readonly client: () => Promise<ServiceClient | undefined>;
  /** Analyzes OpenAPI documents in a worker, so that the editor stays responsive. */
  readonly documentAnalyzer: DocumentAnalyzer;
  /** The servers whose documents changed since their versions were generated. */
  readonly documentChanges: DocumentChanges;
  readonly chooseOperations: ChooseOperations;
  /** The conventions that a profile can name. */
  readonly listPresets: () => Promise<readonly PresetTitle[]>;
  /** What calls would read from a recorded answer with a profile. */
  readonly readWithProfile: ReadWithProfile;
  /** The language models of the editor. */
  readonly models: LanguageModels;
  /** Settings and profiles as documents. */
  readonly settingsDocuments: Pick<SettingsDocuments, "send">;
  /** Downloads the text of a document. */
  readonly fetchText: (url: string, signal: AbortSignal) => Promise<string>;
  /** Downloads the bytes of a skill's source. */
  readonly fetchSourceBytes: FetchSourceBytes;
  /** The user's Git in a repository of its own. */
  readonly openGitRepository: OpenGitRepository;
  readonly versions: VersionFiles;
  /** The MCP servers whose tools can be called. */
  readonly mcp: McpAccess;
  readonly toolCalls: ToolCalls;
  /** Asks before a call of a tool that may change data. */
  readonly confirmToolCall: ConfirmToolCall;
  /** The folders of installed skills on this machine. */
  readonly folders: SkillFolders;
  readonly localSkills: LocalSkills;
  /** The files in which agents have their MCP servers. */
  readonly agentFiles: AgentFiles;
  readonly filters: ViewFilters;
  /** Finds rows across the views, at the service too. */
  readonly search: NodeSearch;
  readonly chooseNode: ChooseNode;
  /** Selects a row of a view; false when the view does not list it. */
  readonly reveal: (view: ViewId, node: TreeNode) => Promise<boolean>;
  /** A link of the editor that `openLink` opens. */
  readonly linkTo: (path: string) => string;
  /** The commands of a row's context menu. */
  readonly commandsOf: (node: TreeNode) => readonly RowCommand[];
  /** Reads one more page of the list that a `more` node ends. */
  readonly loadMore: (of: string) => Promise<void>;
  /** Refreshes visible lists and open settings after a change. */
  readonly refresh: (...views: ViewId[]) => void;
  /** Watches deployments: events go to the output channel, the outcome to a message. */
  readonly watch: DeploymentWatch;
  /** The files that the output of deployed servers names. */
  readonly sourceLinks: SourceLinks;
  /** What this window is deploying. */
  readonly deployFlows: DeployFlows;
  /** Runs tests in the Test Explorer. */
  readonly tests: TestExplorerRunner;
  readonly model: ModelAccess;
  /** Inputs and responses of the operation console. */
  readonly operations: ConsoleDocuments;
  /** The audit logs that are shown. */
  readonly auditLogs: AuditLogs;
  readonly run: RunCommand;
  /** Opens or reveals the panel of a deployment. */
  readonly showDeployment: (subject: DeploymentPanelSubject) => void;
  /** Opens the usage panel of the active organization. */
  readonly showUsage: () => void;
  /** Opens the compatibility report of the service. */
  readonly showCompatibility: () => void;
  /** Shows an answer beside what is read from it. */
  readonly showMapping: (subject: MappingPanelSubject) => void;
  /** Opens the page of a tool. */
  readonly showTool: (subject: ToolPanelSubject) => void;
  readonly showWalkthrough: () => Promise<void>;
  /** Opens a page of the bundled guide. */
  readonly showGuide: (page: string) => Promise<void>;
  /** Reveals the events' output channel without moving the focus. */
  readonly showEvents: () => void;
}

/**
 * Resolves when the user cancels; throws named errors, which `runCommand` shows. `Context` is the part of the App that
 * the command uses.
 */
export type CommandHandler<Context = App> = (app: Context, target: CommandTarget) => Promise<void>;
