import { randomUUID } from "node:crypto";
import { type ExtensionContext, type TreeView, Uri, window, workspace } from "vscode";
import type { ServiceClient, ServiceClientOptions } from "../client/client.ts";
import type { CommandHandler } from "../commands/app.ts";
import { askForTrust } from "../commands/askForTrust.ts";
import { commandsNeedingTrust } from "../commands/commandsNeedingTrust.ts";
import { commandTable } from "../commands/commandTable.ts";
import { signInToAccount, signOutOfAccount } from "../commands/connection/editorAccounts.ts";
import { runCommand } from "../commands/runCommand.ts";
import { Connections } from "../core/connection/connections.ts";
import { createCrossWindowSecrets } from "../core/connection/crossWindowSecrets.ts";
import { createModelAccess, type ModelRelayRequest } from "../core/testrun/modelAccess.ts";
import type { ModelRelay, ModelRelayOptions } from "../core/testrun/modelRelay.ts";
import { createToolRunner, type ToolRunner } from "../core/tools/toolRunner.ts";
import { createViewTrees } from "../core/view/trees/viewTrees.ts";
import { createViewFilters } from "../core/view/viewFilters.ts";
import { toVisibleText } from "../text/toVisibleText.ts";
import type { AccountActions } from "./connection/authenticationProvider.ts";
import { LocalServiceOfThisMachine } from "./connection/localServiceOfThisMachine.ts";
import { createEditorApp } from "./createEditorApp.ts";
import { createEditorProviders, type EditorProviders } from "./createEditorProviders.ts";
import { createSkillLanguage, type SkillLanguage } from "./editors/skillLanguage.ts";
import { createLog } from "./log.ts";
import { createEditorPanels, type EditorPanels } from "./panels/editorPanels.ts";
import { parseCommandTarget } from "./parseCommandTarget.ts";
import { readEditorFacts } from "./readEditorFacts.ts";
import { createMemory } from "./storage/createMemory.ts";
import { createSecrets } from "./storage/createSecrets.ts";
import { createSecretTombstones } from "./storage/createSecretTombstones.ts";
import { readEditorSettings } from "./storage/readEditorSettings.ts";
import { readNetworkSettings } from "./storage/readNetworkSettings.ts";
import { createSkillsOfThisMachine } from "./storage/skillsOfThisMachine.ts";
import type { RegisteredTestControllers } from "./testing/registerTests.ts";
import { TestExplorer } from "./testing/testExplorer.ts";
import { setSessionContext } from "./views/contextKeys.ts";
import { type OpenView, openView, type ViewParts } from "./views/openView.ts";
import type { TreeRow } from "./views/treeRows.ts";
import type { FairleadViewId } from "./views/viewIds.ts";

/** Everything behind what `extension.ts` registers, made when something is used for the first time. */
export interface Editor {
  /** Runs a command of the manifest with what VS Code gave it. */
  run(id: string, given: readonly unknown[]): Promise<void>;
  openView(id: FairleadViewId, view: TreeView<TreeRow>, fireChange: ViewParts["fireChange"]): OpenView;
  readonly surfaces: EditorProviders;
  readonly tests: TestExplorer;
  readonly panels: EditorPanels;
  /** For the editor's own menu of accounts. */
  readonly accounts: AccountActions;
  /** For language models. */
  readonly tools: ToolRunner;
  /** Made when a skill's file is opened: from then on it follows what is typed. */
  skillLanguage(): SkillLanguage;
  dispose(): Promise<void>;
}

export interface EditorParts {
  readonly context: ExtensionContext;
  readonly createClient: (options: ServiceClientOptions) => Promise<ServiceClient>;
  readonly startModelRelay: (options: ModelRelayOptions) => Promise<ModelRelay>;
  readonly tests: RegisteredTestControllers;
  readonly mcpChanged: () => void;
}

export function createEditor(parts: EditorParts): Editor {
  const { context, createClient, startModelRelay, mcpChanged } = parts;
  const channel = window.createOutputChannel("Fairlead", { log: true });
  const log = createLog(channel);
  const memory = createMemory(context);
  const gone = createSecretTombstones(Uri.joinPath(context.globalStorageUri, "signedOut").fsPath, log);
  const secrets = createCrossWindowSecrets(createSecrets(context.secrets), gone);
  const local = new LocalServiceOfThisMachine({
    program: Uri.joinPath(context.extensionUri, "dist", "service.mjs").fsPath,
    dataFolder: Uri.joinPath(context.globalStorageUri, "service").fsPath,
    log,
    tell: (notice) => void window.showWarningMessage(toVisibleText(notice)),
  });
  const connections = new Connections({
    memory,
    secrets,
    newId: randomUUID,
    log,
    openClient: (baseUrl, key, organizationId, keeper) =>
      createClient({ baseUrl, key, organizationId, keeper, network: readNetworkSettings(), log: log.call }),
    local,
  });
  const filters = createViewFilters(memory);
  const views = new Map<FairleadViewId, OpenView>();
  const tests = new TestExplorer(parts.tests);
  const openRelay = (order: ModelRelayRequest) => startModelRelay({ ...order, network: readNetworkSettings() });
  const model = createModelAccess({ memory, secrets, openRelay });
  const skills = createSkillsOfThisMachine(log, () => {
    views.get("fairlead.skills")?.refresh();
    tests.refresh(["fairlead.skills"]);
  });
  const { machine } = skills.folders;
  const surfaces = createEditorProviders(context, { connections, memory, log, mcpChanged });
  const { versions } = surfaces.app;
  const localSkills = skills.local;
  const trees = createViewTrees({ connections, filters, memory, versions, now: Date.now, localSkills, machine });
  const app = createEditorApp({
    connections,
    memory,
    log,
    filters,
    trees,
    views,
    surfaces,
    skills,
    tests,
    model,
    facts: () => readEditorFacts(context, local, log),
    panels: () => panels,
  });
  const panels = createEditorPanels(context, app);
  const table: Readonly<Record<string, CommandHandler>> = commandTable;
  let language: SkillLanguage | undefined;
  const ending = [
    tests,
    channel,
    connections,
    secrets,
    skills,
    ...Object.values(trees),
    connections.onDidChange(setSessionContext),
  ];

  setSessionContext(connections.session());
  surfaces.start(app);
  tests.start(app);
  return {
    surfaces,
    tests,
    panels,
    accounts: { signIn: (id) => signInToAccount(app, id), signOut: (id) => signOutOfAccount(app, id) },
    tools: createToolRunner({ ...app, isTrusted: () => workspace.isTrusted, now: Date.now, patienceMs: 60_000 }),
    run: async (id, given) => {
      const command = commandsNeedingTrust.has(id) && !workspace.isTrusted ? askForTrust : table[id];
      if (command) await runCommand(app, id, command, parseCommandTarget(given));
    },
    openView: (id, view, fireChange) => {
      const isFiltered = () => filters.read(id) !== "";
      const refreshMs = () => readEditorSettings().refreshSeconds * 1000;
      const opened = openView({ id, tree: trees[id], view, fireChange, isFiltered, refreshMs, now: Date.now });
      views.set(id, opened);
      return opened;
    },
    skillLanguage: () => {
      language ??= createSkillLanguage(log);
      return language;
    },
    dispose: async () => {
      language?.dispose();
      for (const opened of views.values()) opened.dispose();
      await surfaces.dispose();
      for (const one of ending) one.dispose();
    },
  };
}
