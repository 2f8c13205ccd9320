import type { ServiceClient } from "../client/client.ts";
import type { EditorFacts } from "../core/compatibility/supportBundle.ts";
import type { Connections } from "../core/connection/connections.ts";
import type { ConsoleDocuments } from "../core/console/consoleDocuments.ts";
import type { DeploymentWatch } from "../core/deployment/deploymentWatch.ts";
import type { SettingsDocuments } from "../core/documents/settingsDocuments.ts";
import type {
  EditorDocuments,
  EditorSettings,
  Logger,
  Memory,
  Messages,
  Progress,
  Prompts,
  SkillFolders,
  ViewId,
} from "../core/foundation/ports.ts";
import type { VersionFiles } from "../core/registry/versionFiles.ts";
import type { DocumentAnalyzer } from "../core/server/documentAnalyzer.ts";
import type { ChooseOperations } from "../core/server/operationFilter.ts";
import type { LocalSkills } from "../core/skill/localSkills.ts";
import type { ModelAccess } from "../core/testrun/modelAccess.ts";
import type { TestExplorerRunner } from "../core/testrun/testSubject.ts";
import type { CommandTarget, RunCommand } from "../core/view/commandTarget.ts";
import type { ViewFilters } from "../core/view/viewFilters.ts";
import type { DeploymentPanelSubject } from "../webview/protocol/deploymentPanelMessages.ts";

/** What a command is given: the world through ports, and what the user has. */
export interface App {
  readonly prompts: Prompts;
  readonly messages: Messages;
  readonly progress: Progress;
  readonly documents: EditorDocuments;
  readonly memory: Memory;
  readonly log: Logger;
  readonly settings: () => EditorSettings;
  /** For whoever helps the user. */
  readonly facts: () => Promise<EditorFacts>;
  readonly clipboard: (text: string) => Promise<void>;
  /** Opens a page in the user's browser, wherever the editor runs; false where there is no way to one. */
  readonly openExternal: (url: string) => Promise<boolean>;
  readonly connections: Connections;
  /** The client of the active connection; asks to connect first where there is none, undefined if that was escaped. */
  readonly client: () => Promise<ServiceClient | undefined>;
  /** Reads OpenAPI documents in a worker, so that the editor never waits. */
  readonly outlines: DocumentAnalyzer;
  readonly chooseOperations: ChooseOperations;
  /** Settings and profiles that are edited as documents. */
  readonly settingsDocuments: Pick<SettingsDocuments, "send">;
  /** The text of a document on the web. */
  readonly fetchText: (url: string, signal: AbortSignal) => Promise<string>;
  readonly versions: VersionFiles;
  /** Where skills are installed on this machine. */
  readonly folders: SkillFolders;
  readonly localSkills: LocalSkills;
  readonly filters: ViewFilters;
  /** One page more of the list that a `more` node ends. */
  readonly loadMore: (of: string) => Promise<void>;
  /** Lists, and settings that are open, are read again where they are seen; called after something changed. */
  readonly refresh: (...views: ViewId[]) => void;
  /** Follows deployments: events to the output channel, how it went as a message. */
  readonly watch: DeploymentWatch;
  /** Runs tests in the Test Explorer. */
  readonly tests: TestExplorerRunner;
  readonly model: ModelAccess;
  /** Inputs and answers of the operation console. */
  readonly operations: ConsoleDocuments;
  readonly run: RunCommand;
  /** Opens the panel of a deployment, or brings it to the front. */
  readonly showDeployment: (subject: DeploymentPanelSubject) => void;
  /** Opens the panel of what the selected organization used. */
  readonly showUsage: () => void;
  /** Opens the report of how well the service is understood. */
  readonly showCompatibility: () => void;
  /** Opens the walkthrough of first steps. */
  readonly showWalkthrough: () => Promise<void>;
  /** Opens a page of the guide that is shipped with the extension. */
  readonly showGuide: (page: string) => Promise<void>;
  /** Brings the events' channel into view, without taking the focus. */
  readonly showEvents: () => void;
}

/**
 * Ends normally when the user escapes; throws named errors, which the one wrapper shows.
 * `Context` is the part of the App that the command uses.
 */
export type CommandHandler<Context = App> = (app: Context, target: CommandTarget) => Promise<void>;
