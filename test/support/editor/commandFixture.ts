import { randomUUID } from "node:crypto";
import { sendRequest } from "../../../src/client/sendRequest.ts";
import { connectToService, listPresets, loadProposals, readWithProfile } from "../../../src/dialect/connect.ts";
import { createAuditLogs } from "../../../src/extension/account/model/auditLogs.ts";
import type { AgentPlaces } from "../../../src/extension/agents/model/agentFiles.ts";
import type { EditorSettings } from "../../../src/extension/base/editorSettings.ts";
import { createEmitter } from "../../../src/extension/base/emitter.ts";
import { createPolling } from "../../../src/extension/base/polling.ts";
import type { Logger, Memory, Progress, PromptBack, ViewId } from "../../../src/extension/base/ports.ts";
import type { SkillRoot } from "../../../src/extension/base/skillFolders.ts";
import { Connections } from "../../../src/extension/connection/model/connections.ts";
import { createConsoleDocuments } from "../../../src/extension/console/model/consoleDocuments.ts";
import { announceDeployment } from "../../../src/extension/deployment/commands/announceDeployment.ts";
import { createDeployFlows } from "../../../src/extension/deployment/model/deployFlows.ts";
import { DeploymentWatches } from "../../../src/extension/deployment/model/deploymentWatches.ts";
import { createSourceLinks } from "../../../src/extension/deployment/model/sourceLinks.ts";
import type { EditorFacts } from "../../../src/extension/profile/model/supportBundle.ts";
import { createVersionFiles } from "../../../src/extension/registry/model/versionFiles.ts";
import { DocumentChanges } from "../../../src/extension/server/model/document/documentChanges.ts";
import { createFetchChangedText, fetchText } from "../../../src/extension/server/model/fetchText.ts";
import { FolderChanges } from "../../../src/extension/server/model/folder/folderChanges.ts";
import type { OperationChoice } from "../../../src/extension/server/model/operations/operationFilter.ts";
import { getServerLinks } from "../../../src/extension/server/model/serverLinks.ts";
import type { ServerServices } from "../../../src/extension/server/serverServices.ts";
import { createInstallFolders } from "../../../src/extension/skill/model/disk/createInstallFolders.ts";
import { openGitRepository } from "../../../src/extension/skill/model/disk/openGitRepository.ts";
import { createLocalSkills } from "../../../src/extension/skill/model/localSkills.ts";
import { createFetchSourceBytes } from "../../../src/extension/skill/model/source/fetchSourceBytes.ts";
import type { EditorModels } from "../../../src/extension/testing/model/model/chatCompletion.ts";
import { createModelAccess } from "../../../src/extension/testing/model/modelAccess.ts";
import { startModelRelay } from "../../../src/extension/testing/model/modelRelay.ts";
import { createPendingTestRuns } from "../../../src/extension/testing/model/pendingTestRuns.ts";
import type { TestExplorerRunner, TestRequest } from "../../../src/extension/testing/model/testSubject.ts";
import { openSavedToolCalls } from "../../../src/extension/tools/model/savedToolCalls.ts";
import { openSavedToolTasks } from "../../../src/extension/tools/model/savedToolTasks.ts";
import { ToolCalls } from "../../../src/extension/tools/model/toolCalls.ts";
import { createToolConsent } from "../../../src/extension/tools/model/toolConsent.ts";
import { startRedirectServer } from "../../../src/extension/vscode/connection/redirectServer.ts";
import type { App } from "../../../src/extension/workbench/app.ts";
import { createViewFilters } from "../../../src/extension/workbench/viewFilters.ts";
import { createTestAgentFiles } from "../agents/testAgentFiles.ts";
import { analyzeInProcess } from "../documents/analyzeInProcess.ts";
import type { startServedService } from "../service/servedService.ts";
import { createTestGrant, deleteArchived } from "../service/testControl.ts";
import { defaultSettings } from "./defaultSettings.ts";
import { createMapDocuments } from "./mapDocuments.ts";
import { createMapMemory } from "./mapMemory.ts";
import { createMapSecrets } from "./mapSecrets.ts";
import { createTestMcpAccess, createTestMcpLogins } from "./mcpAccess.ts";
import { runTestsAtService } from "./runTestsAtService.ts";
import { createScriptedMessages } from "./scriptedMessages.ts";
import { createScriptedPrompts, type ScriptedAnswer } from "./scriptedPrompts.ts";

/** Constant facts of the editor and the machine. */
const editorFacts: EditorFacts = {
  versions: { vscode: "1.139.0", fairlead: "0.1.0", node: "v24.21.0", os: "linux x64" },
  settings: { maxTools: 80, refreshSeconds: 5, network: {}, isTrusted: true },
  localService: { answers: false },
  log: [],
  failures: [],
  home: "/home/ada",
};

type Served = Awaited<ReturnType<typeof startServedService>>;

interface FixtureOptions {
  readonly answers?: readonly ScriptedAnswer[];
  /** Actions to choose when a message offers them, in order. */
  readonly actions?: readonly string[];
  readonly documents?: Readonly<Record<string, string>>;
  /** The result of the operation chooser; all operations by default. */
  readonly choose?: (
    question: Parameters<ServerServices["chooseOperations"]>[0],
  ) => OperationChoice | PromptBack | undefined | Promise<OperationChoice | PromptBack | undefined>;
  /** Cancels the progress with this title as soon as it shows the message. */
  readonly cancel?: { readonly title: string; readonly message?: string };
  /** Handles pages that are opened in the browser; by default there is no browser. */
  readonly browse?: (url: string) => Promise<boolean>;
  /** Folders that skills are installed into; none by default. */
  readonly roots?: readonly SkillRoot[];
  /** Whether tests that commands start run at the service; by default they end at once without a run. */
  readonly runsTests?: boolean;
  /** The models of the editor; none by default. */
  readonly editorModels?: EditorModels;
  /** Settings that differ from the defaults. */
  readonly settings?: Partial<EditorSettings>;
  /** Where agents have their files; nowhere by default. */
  readonly agentPlaces?: AgentPlaces;
  /** The memory of another window of the same workspace. */
  readonly memory?: Memory;
}

/** The app of commands with the real service, client, connections, analyzer and watches. The user and the editor are scripted. */
export async function createCommandFixture(served: Served, options: FixtureOptions = {}) {
  const prompts = createScriptedPrompts(...(options.answers ?? []));
  const messages = createScriptedMessages(...(options.actions ?? []));
  const documents = createMapDocuments(options.documents);
  const memory = options.memory ?? createMapMemory();
  const logLines: string[] = [];
  const events: string[] = [];
  const copied: string[] = [];
  const commands: string[] = [];
  const refreshed: string[] = [];
  const refreshes = createEmitter<readonly ViewId[]>();
  const log = createListLogger(logLines);
  const connections = await connect(served, memory);
  const getClient = () => connections.quiet();
  const folders = createInstallFolders("test machine", () => options.roots ?? []);
  const localSkills = createLocalSkills({ documents, folders, log });
  const polling = createPolling({ refreshMs: () => 5000 });
  const watch: DeploymentWatches = new DeploymentWatches({
    ...{ client: getClient, memory, log, polling },
    connectionId: () => connections.active()?.id,
    write: (lines) => void events.push(...lines),
    announce: (news) => void announceDeployment(app, served.api, news).catch((error) => log.error("untold", error)),
  });
  const model = createModelAccess({
    editorModels: options.editorModels ?? { list: async () => [], complete: async () => undefined },
    memory,
    secrets: createMapSecrets(),
    openRelay: (order) => startModelRelay(order),
  });
  const versions = createVersionFiles();
  const mcpLogins = createTestMcpLogins();
  const mcp = createTestMcpAccess(connections, { logins: mcpLogins });
  const documentChanges = new DocumentChanges({
    documentAnalyzer: analyzeInProcess,
    ...{ versions, log, isFocused: () => true, now: Date.now },
    links: () => getServerLinks({ memory, connections }),
    readFile: documents.readFile,
    readPart: documents.readPart,
    diagnose: documents.diagnose,
    watchFiles: () => ({ dispose: () => {} }),
    fetchChangedText: createFetchChangedText(),
    maxTools: () => app.settings().maxTools,
  });
  const watchFolder = () => ({ dispose: () => {} });
  const folderChanges = new FolderChanges({ documents, memory, connections, watchFolder, log });
  const tested: (readonly TestRequest[])[] = [];
  const tests: TestExplorerRunner = {
    run: async (orders, following) => {
      tested.push(orders);
      return options.runsTests ? runTestsAtService(app, served.api, orders, following) : [];
    },
    showResults: async () => void commands.push("test results"),
  };
  const app: App = {
    ...{ prompts, messages, documents, memory, log, connections, fetchText, watch, folders, localSkills, tests, model },
    agentFiles: await createTestAgentFiles(options.agentPlaces),
    progress: createProgress(options.cancel),
    settings: () => ({ ...defaultSettings, ...options.settings }),
    polling,
    deployFlows: createDeployFlows(),
    pendingRuns: createPendingTestRuns({ client: getClient, polling }),
    facts: async () => ({
      ...editorFacts,
      log: logLines,
      failures: logLines.filter((line) => !line.startsWith("info")),
    }),
    clipboard: async (text) => void copied.push(text),
    sendRequest,
    openExternal: options.browse ?? (async () => false),
    listenForSignIn: async (state) => {
      const page = { language: "en", title: "Return to Your Editor", text: "Fairlead continues there." };
      const { url: redirectUri, ...server } = await startRedirectServer(state, page);
      return { redirectUri, editorName: "Editor on laptop", ...server };
    },
    client: getClient,
    documentAnalyzer: analyzeInProcess,
    documentChanges,
    folderChanges,
    operations: createConsoleDocuments(),
    auditLogs: createAuditLogs(),
    ...{ listPresets, loadProposals, readWithProfile },
    openGitRepository,
    fetchSourceBytes: createFetchSourceBytes("Fairlead"),
    commandLinePackage: "https://example.com/fairlead-cli.tgz",
    settingsDocuments: { send: async () => {} },
    chooseOperations: async (question) => (options.choose ?? (() => ({})))(question),
    versions,
    ...{ mcp, mcpLogins },
    toolCalls: new ToolCalls({
      mcp,
      saved: openSavedToolCalls(memory, () => defaultSettings),
      tasks: openSavedToolTasks(memory),
      polling: polling.share(),
      now: Date.now,
    }),
    confirmToolCall: createToolConsent(prompts),
    sourceLinks: createSourceLinks({ client: getClient, connections, documents, memory, versions }),
    filters: createViewFilters(memory),
    loadMore: async () => {},
    refresh: (...views) => {
      refreshed.push(...views);
      refreshes.emit(views);
      if (views.includes("fairlead.skills")) localSkills.clear();
    },
    onDidRefresh: refreshes.on,
    run: async (command) => void commands.push(command),
    showEvents: () => {},
    showDeployment: ({ id }) => void commands.push(`deployment panel ${id}`),
    showUsage: () => void commands.push("usage panel"),
    showTool: ({ tool }) => void commands.push(`tool panel ${tool}`),
    showServiceProfile: () => void commands.push("service profile panel"),
    showWalkthrough: async () => void commands.push("walkthrough"),
    showGuide: async (page) => void commands.push(`guide: ${page}`),
  };
  const close = async () => {
    mcp.dispose();
    documentChanges.dispose();
    folderChanges.dispose();
    await watch.close();
    connections.dispose();
  };
  return {
    app,
    prompts,
    messages,
    documents,
    memory,
    logged: logLines,
    events,
    copied,
    /** Commands and panels that were run by commands. */
    ranCommands: commands,
    /** The requests to the Test Explorer. */
    tested,
    refreshed,
    watch,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function connect({ service }: Served, memory: Memory): Promise<Connections> {
  const endpoint = {
    url: service.url,
    issueKey: async () => service.issueKey("test"),
    createGrant: (serverId: string, agent: string) => createTestGrant(service.url, serverId, agent),
    deleteArchived: (id: string) => deleteArchived(service.url, id),
  };
  const local = {
    start: async () => endpoint,
    find: async () => endpoint,
    readUse: async () => ({ windows: 1, isUsedByAgents: false }),
    release: () => {},
    onDidRestart: () => ({ dispose: () => {} }),
  };
  const connections = new Connections({
    ...{ memory, local, secrets: createMapSecrets() },
    openClient: async (options) => connectToService(options),
    sendRequest,
    newId: randomUUID,
  });
  await connections.useLocal();
  return connections;
}

function createProgress(cancel: FixtureOptions["cancel"]): Progress {
  return {
    run: async ({ title }, work) => {
      const stop = new AbortController();
      const check = (message?: string) => {
        if (cancel?.title === title && (cancel.message === undefined || message?.includes(cancel.message)))
          stop.abort();
      };
      check();
      return work(check, stop.signal);
    },
  };
}

export function createListLogger(lines: string[]): Logger {
  return {
    info: (message) => void lines.push(`info ${message}`),
    warning: (message) => void lines.push(`warning ${message}`),
    error: (message, cause) => void lines.push(`error ${message} ${cause ?? ""}`),
    show: () => {},
  };
}
