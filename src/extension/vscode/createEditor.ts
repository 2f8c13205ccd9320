import { homedir, release } from "node:os";
import { type ExtensionContext, env, type TreeView, Uri, version, commands as vscodeCommands, workspace } from "vscode";
import * as z from "zod";
import { isOperationName } from "../../contract/operationNames.ts";
import { createToolRunner, type ToolRunner } from "../agentTools/toolRunner.ts";
import { askForTrust } from "../base/commands/askForTrust.ts";
import { type Disposable, type ViewId, viewIds } from "../base/ports.ts";
import type { CommandTarget } from "../base/rows/commandTarget.ts";
import { signInToAccount, signOutOfAccount } from "../connection/commands/editorAccounts.ts";
import type { LocalService } from "../connection/model/localService.ts";
import { createRefusedHostNotices } from "../deployment/commands/refusedHostNotices.ts";
import type { EditorFacts } from "../profile/model/supportBundle.ts";
import type { ProfileServices } from "../profile/profileServices.ts";
import { createDocumentAnalyzer } from "../server/model/documentAnalyzer.ts";
import { createFetchChangedText, fetchText } from "../server/model/fetchText.ts";
import { createFetchSourceBytes } from "../skill/model/source/fetchSourceBytes.ts";
import { createModelAccess, type ModelAccess } from "../testing/model/modelAccess.ts";
import type { ModelRelay, ModelRelayOptions } from "../testing/model/modelRelay.ts";
import type { App } from "../workbench/app.ts";
import { findCommand, needsTrust } from "../workbench/commandTable.ts";
import { isTreeNode, type TreeNode } from "../workbench/nodes.ts";
import { runCommand } from "../workbench/runCommand.ts";
import { editorModels } from "./chat/editorModels.ts";
import type { AccountActions } from "./connection/authenticationProvider.ts";
import { createEditorConnections, type ServiceAccess } from "./connection/createEditorConnections.ts";
import { followTerminals } from "./connection/followTerminals.ts";
import { type CommandServices, type CommandServicesParts, createCommandServices } from "./createCommandServices.ts";
import { createDeploymentWatching, type DeploymentWatching } from "./createDeploymentWatching.ts";
import { createEditorContent, type EditorContent } from "./createEditorContent.ts";
import { createEditorProviders, type EditorProviders } from "./createEditorProviders.ts";
import { createEditorDocuments } from "./editors/createEditorDocuments.ts";
import { followConflicts, followSavedEdits } from "./editors/followSaves.ts";
import { createSkillLanguage, type SkillLanguage } from "./editors/skillLanguage.ts";
import { showWorkspaceSkillProblems } from "./editors/workspaceSkillProblems.ts";
import type { EditorLog } from "./log.ts";
import { createEditorPanels, type EditorPanels } from "./panels/createPanels.ts";
import { chooseOperations } from "./prompts/chooseOperations.ts";
import { startEditor } from "./startEditor.ts";
import { createAgentFilesOfThisMachine } from "./storage/agentFilesOfThisMachine.ts";
import { createEditorStorage } from "./storage/createEditorStorage.ts";
import { readEditorSettings, readNetworkSettings } from "./storage/readSettings.ts";
import { readOwnVersion, readUserAgent } from "./storage/readUserAgent.ts";
import type { TestControllers } from "./testing/testControllerState.ts";
import { TestExplorer } from "./testing/testExplorer.ts";
import { registerMutedRows } from "./views/createTreeItem.ts";
import type { OpenView, ViewParts } from "./views/openView.ts";
import { OpenViews } from "./views/openViews.ts";
import { TreeRow } from "./views/treeRows.ts";

/** The implementation behind `extension.ts`, created on first use. */
export interface Editor {
  /** Runs a command of the manifest with VS Code's arguments. */
  run(id: string, given: readonly unknown[]): Promise<void>;
  openView(id: ViewId, view: TreeView<TreeRow>, fireChange: ViewParts["fireChange"]): OpenView;
  readonly providers: EditorProviders;
  readonly tests: TestExplorer;
  readonly panels: EditorPanels;
  /** For the editor's account menu. */
  readonly accounts: AccountActions;
  /** For language models. */
  readonly tools: ToolRunner;
  /** Called when a skill's file is opened for the first time; updates its diagnostics from then on. */
  openSkillLanguage(): SkillLanguage;
  dispose(): Promise<void>;
}

export interface EditorParts
  extends ServiceAccess,
    Pick<CommandServicesParts, "listPresets" | "loadProposals" | "readWithProfile"> {
  readonly context: ExtensionContext;
  readonly startModelRelay: (options: ModelRelayOptions) => Promise<ModelRelay>;
  readonly testControllers: TestControllers;
  readonly mcpServersChanged: () => void;
}

export function createEditor({ context, mcpServersChanged, ...parts }: EditorParts): Editor {
  const storage = createEditorStorage(context);
  const { log, memory, secrets } = storage;
  const agentFiles = createAgentFilesOfThisMachine(context);
  const { connections, localService, sendRequest, ...mcpAccess } = createEditorConnections(context, storage, {
    ...parts,
    agentFiles,
  });
  const shown = createEditorDocuments();
  const { documents, texts } = shown;
  const services = createCommandServices({
    ...parts,
    connections,
    sendRequest,
    ...mcpAccess,
    log,
    memory,
    secrets,
    documents,
    documentAnalyzer: createDocumentAnalyzer(Uri.joinPath(context.extensionUri, "dist", "outlineWorker.mjs").fsPath),
    fetchText: (url, signal) => fetchText(url, signal, readUserAgent(context)),
    fetchSourceBytes: createFetchSourceBytes(readUserAgent(context)),
    fetchChangedText: createFetchChangedText(readUserAgent(context)),
    commandLinePackage: `https://github.com/fairlead/fairlead/releases/download/v${readOwnVersion(context)}/fairlead-cli.tgz`,
  });
  const content = createEditorContent(services, texts, agentFiles);
  const reportRefusedHost = createRefusedHostNotices(services);
  const watching = createDeploymentWatching(services, reportRefusedHost);
  const openRelay: Parameters<typeof createModelAccess>[0]["openRelay"] = (request) =>
    parts.startModelRelay({ ...request, network: readNetworkSettings(), userAgent: readUserAgent(context) });
  const model = createModelAccess({ memory, secrets, editorModels, openRelay });
  const tests = new TestExplorer(parts.testControllers, { ...services, ...content.commandParts, model });
  const panels = createEditorPanels(context, services, reportRefusedHost, content.commandParts.sourceLinks);
  const facts = () => readEditorFacts(context, localService, log);
  const views = new OpenViews(content.trees, services.polling);
  const app = createEditorApp({ context, services, content, watching, model, tests, panels, facts });
  const running = startEditor({ app, content, watching, views, tests, mcpServersChanged });
  const disposables: Disposable[] = [
    ...[views, running, shown, registerMutedRows(), followConflicts(documents)],
    ...followSavedEdits(memory, log),
    followTerminals(
      context.environmentVariableCollection,
      connections,
      Uri.joinPath(context.globalStorageUri, "service").fsPath,
    ),
  ];
  return {
    ...createCommandRunner(app, views),
    openView: (id, view, changed) => views.open(id, view, changed),
    providers: createEditorProviders(services, content, watching.sources),
    tests,
    panels,
    openSkillLanguage: () => {
      const language = createSkillLanguage({ log, documents, documentAnalyzer: services.documentAnalyzer });
      disposables.unshift(
        language,
        showWorkspaceSkillProblems({ ...content.commandParts, log, onDidChange: content.onDidChangeSkills }),
      );
      return language;
    },
    dispose: async () => {
      for (const one of disposables) one.dispose();
      await watching.dispose();
      for (const one of [
        services.toolCalls,
        services.mcp,
        services.documentChanges,
        services.folderChanges,
        tests,
        connections,
        secrets,
        content,
        storage,
      ])
        one.dispose();
    },
  };
}

/** Runs commands for the user, the account menu and language models. */
function createCommandRunner(app: App, views: OpenViews): Pick<Editor, "run" | "accounts" | "tools"> {
  return {
    run: async (id, given) => {
      const target = (await findShortcutTarget(views, given)) ?? parseCommandTarget(given);
      const command =
        needsTrust(id, target.node?.kind) && !workspace.isTrusted ? askForTrust : findCommand(id)?.handler;
      if (!command) return;
      const run = () => runCommand(app, id, command, target);
      const { welcome } = welcomeSchema.safeParse(given[0]).data ?? {};
      await (welcome ? views.runWelcomeCommand(welcome, run) : run());
    },
    accounts: { signIn: (id) => signInToAccount(app, id), signOut: (id) => signOutOfAccount(app, id) },
    tools: createToolRunner({ ...app, isTrusted: () => workspace.isTrusted, now: Date.now, timeoutMs: 60_000 }),
  };
}

interface EditorAppParts {
  readonly context: ExtensionContext;
  readonly services: CommandServices;
  readonly content: EditorContent;
  readonly watching: DeploymentWatching;
  readonly model: ModelAccess;
  readonly tests: TestExplorer;
  readonly panels: EditorPanels;
  readonly facts: ProfileServices["facts"];
}

/** Everything that commands use. */
function createEditorApp(parts: EditorAppParts): App {
  const { context, services, content, watching, model, tests, panels, facts } = parts;
  return {
    ...services,
    ...content.commandParts,
    model,
    facts,
    chooseOperations,
    watch: watching.watch,
    showEvents: watching.showEvents,
    tests: tests.runs,
    showDeployment: ({ id: deploymentId, version }, serverName, options) => {
      const connectionId = services.connections.active()?.id;
      if (connectionId === undefined) return;
      panels["fairlead.deployment"].open({ connectionId, deploymentId, serverName, version }, options);
    },
    showUsage: () => panels["fairlead.usage"].open({}),
    showServiceProfile: () => panels["fairlead.compatibility"].open({}),
    showTool: (subject) => panels["fairlead.tool"].open(subject),
    showWalkthrough,
    showGuide: async (page) => {
      const file = Uri.joinPath(context.extensionUri, "media", "guide", `${page}.md`);
      await vscodeCommands.executeCommand("markdown.showPreview", file);
    },
    loadMore: async (of) => {
      const view = viewIds.find((id) => of.startsWith(`${id} `));
      if (view) await content.trees[view].more(of.slice(view.length + 1));
    },
  };
}

async function showWalkthrough(): Promise<void> {
  const open = () => vscodeCommands.executeCommand("workbench.action.openWalkthrough", walkthrough, false);
  await open();
  // Where VS Code's own start page is open, the first call shows that page, and only a second one changes what it shows.
  await open();
}
const walkthrough = "fairlead.fairlead#getStarted";

/** A button in the welcome text of a view. */
const welcomeSchema = z.object({ welcome: z.enum(viewIds) });
const shortcutSchema = z.object({ view: z.enum(viewIds) });

/** The focused rows of the view that a keyboard shortcut names; undefined for other arguments. */
async function findShortcutTarget(views: OpenViews, [first]: readonly unknown[]): Promise<CommandTarget | undefined> {
  const { view } = shortcutSchema.safeParse(first).data ?? {};
  if (view === undefined) return undefined;
  const nodes = await views.focusedNodes(view);
  const [node] = nodes;
  if (!node) return {};
  return nodes.length > 1 ? { node, nodes } : { node };
}

/** Parses VS Code's arguments: a tree row, a resource with extra arguments, an operation's name with one of its states, or nothing. */
function parseCommandTarget([first, second]: readonly unknown[]): CommandTarget {
  if (first instanceof Uri)
    return { resource: first.toString(), ...(typeof second === "string" && { caseId: second }) };
  if (typeof first === "string" && isOperationName(first))
    return { operation: first, ...(typeof second === "string" && { state: second }) };
  const node = nodeOf(first);
  if (!node) return {};
  const nodes = (Array.isArray(second) ? second : []).flatMap((one) => nodeOf(one) ?? []);
  return nodes.length > 1 ? { node, nodes } : { node };
}

function nodeOf(given: unknown): TreeNode | undefined {
  const value = given instanceof TreeRow ? given.node : given;
  return isTreeNode(value) ? value : undefined;
}

/** Reads the facts about VS Code and this machine for a support bundle. Does not start the local service. */
async function readEditorFacts(
  context: ExtensionContext,
  local: LocalService,
  { lines, failures }: EditorLog,
): Promise<EditorFacts> {
  const { proxyAuthorization, ...network } = readNetworkSettings();
  const endpoint = await local.find();
  return {
    versions: {
      vscode: version,
      fairlead: readOwnVersion(context),
      node: process.version,
      os: `${process.platform} ${release()} ${process.arch}`,
      host: `${env.appHost}${env.remoteName === undefined ? "" : ` remote ${env.remoteName}`}`,
    },
    settings: {
      ...readEditorSettings(),
      network: { ...network, ...(proxyAuthorization !== undefined && { proxyAuthorization: "is set" }) },
      isTrusted: workspace.isTrusted,
    },
    localService: endpoint ? { answers: true, url: endpoint.url } : { answers: false },
    log: lines.all(),
    failures: failures.all(),
    home: homedir(),
  };
}
