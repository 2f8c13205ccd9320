import { randomUUID } from "node:crypto";
import { type ExtensionContext, type TreeView, Uri, window, workspace } from "vscode";
import type { Client, ClientOptions } from "../client/client.ts";
import type { Command } from "../commands/app.ts";
import { askForTrust } from "../commands/askForTrust.ts";
import { needsTrust } from "../commands/commandsNeedingTrust.ts";
import { commands } from "../commands/commandTable.ts";
import { signInToAccount, signOutOfAccount } from "../commands/connection/editorAccounts.ts";
import { runCommand } from "../commands/runCommand.ts";
import { Connections } from "../core/connection/connections.ts";
import { sharedSecrets } from "../core/connection/crossWindowSecrets.ts";
import { createModelAccess, type RelayOrder } from "../core/testrun/modelAccess.ts";
import type { ModelRelay, ModelRelayOptions } from "../core/testrun/modelRelay.ts";
import { createToolDesk, type ToolDesk } from "../core/tools/toolRunner.ts";
import { createTrees } from "../core/view/trees/viewTrees.ts";
import { createFilters } from "../core/view/viewFilters.ts";
import { visibleText } from "../text/toVisibleText.ts";
import type { AccountDoors } from "./connection/authenticationProvider.ts";
import { LocalServiceOfThisMachine } from "./connection/localServiceOfThisMachine.ts";
import { createApp } from "./createEditorApp.ts";
import { createServerSurfaces, type ServerSurfaces } from "./createEditorProviders.ts";
import { createSkillLanguage, type SkillLanguage } from "./editors/skillLanguage.ts";
import { createLog } from "./log.ts";
import { createEditorPanels, type EditorPanels } from "./panels/editorPanels.ts";
import { targetOf } from "./parseCommandTarget.ts";
import { readEditorFacts } from "./readEditorFacts.ts";
import { createMemory } from "./storage/createMemory.ts";
import { createSecrets } from "./storage/createSecrets.ts";
import { createGoneSecrets } from "./storage/createSecretTombstones.ts";
import { readSettings } from "./storage/readEditorSettings.ts";
import { readNetworkSettings } from "./storage/readNetworkSettings.ts";
import { createSkillsOfThisMachine } from "./storage/skillsOfThisMachine.ts";
import type { TestDoors } from "./testing/registerTests.ts";
import { TestExplorer } from "./testing/testExplorer.ts";
import { tellSession } from "./views/contextKeys.ts";
import { type OpenView, openView, type ViewParts } from "./views/openView.ts";
import type { Row } from "./views/treeRows.ts";
import type { OwnViewId } from "./views/viewIds.ts";

/** Everything behind what `extension.ts` registers, made when something is used for the first time. */
export interface Editor {
  /** Runs a command of the manifest with what VS Code gave it. */
  run(id: string, given: readonly unknown[]): Promise<void>;
  openView(id: OwnViewId, view: TreeView<Row>, changed: ViewParts["changed"]): OpenView;
  readonly surfaces: ServerSurfaces;
  readonly tests: TestExplorer;
  readonly panels: EditorPanels;
  /** For the editor's own menu of accounts. */
  readonly accounts: AccountDoors;
  /** For language models. */
  readonly tools: ToolDesk;
  /** Made when a skill's file is opened: from then on it follows what is typed. */
  skillLanguage(): SkillLanguage;
  dispose(): Promise<void>;
}

export interface EditorParts {
  readonly context: ExtensionContext;
  readonly createClient: (options: ClientOptions) => Promise<Client>;
  readonly startModelRelay: (options: ModelRelayOptions) => Promise<ModelRelay>;
  readonly tests: TestDoors;
  readonly mcpChanged: () => void;
}

export function createEditor(parts: EditorParts): Editor {
  const { context, createClient, startModelRelay, mcpChanged } = parts;
  const channel = window.createOutputChannel("Fairlead", { log: true });
  const log = createLog(channel);
  const memory = createMemory(context);
  const gone = createGoneSecrets(Uri.joinPath(context.globalStorageUri, "signedOut").fsPath, log);
  const secrets = sharedSecrets(createSecrets(context.secrets), gone);
  const local = new LocalServiceOfThisMachine({
    program: Uri.joinPath(context.extensionUri, "dist", "service.mjs").fsPath,
    dataFolder: Uri.joinPath(context.globalStorageUri, "service").fsPath,
    log,
    tell: (notice) => void window.showWarningMessage(visibleText(notice)),
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
  const filters = createFilters(memory);
  const views = new Map<OwnViewId, OpenView>();
  const tests = new TestExplorer(parts.tests);
  const openRelay = (order: RelayOrder) => startModelRelay({ ...order, network: readNetworkSettings() });
  const model = createModelAccess({ memory, secrets, openRelay });
  const skills = createSkillsOfThisMachine(log, () => {
    views.get("fairlead.skills")?.refresh();
    tests.refresh(["fairlead.skills"]);
  });
  const { machine } = skills.folders;
  const surfaces = createServerSurfaces(context, { connections, memory, log, mcpChanged });
  const { versions } = surfaces.app;
  const localSkills = skills.local;
  const trees = createTrees({ connections, filters, memory, versions, now: Date.now, localSkills, machine });
  const app = createApp({
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
  const table: Readonly<Record<string, Command>> = commands;
  let language: SkillLanguage | undefined;
  const ending = [
    tests,
    channel,
    connections,
    secrets,
    skills,
    ...Object.values(trees),
    connections.onDidChange(tellSession),
  ];

  tellSession(connections.session());
  surfaces.start(app);
  tests.start(app);
  return {
    surfaces,
    tests,
    panels,
    accounts: { signIn: (id) => signInToAccount(app, id), signOut: (id) => signOutOfAccount(app, id) },
    tools: createToolDesk({ ...app, isTrusted: () => workspace.isTrusted, now: Date.now, patienceMs: 60_000 }),
    run: async (id, given) => {
      const command = needsTrust.has(id) && !workspace.isTrusted ? askForTrust : table[id];
      if (command) await runCommand(app, id, command, targetOf(given));
    },
    openView: (id, view, changed) => {
      const isFiltered = () => filters.read(id) !== "";
      const refreshMs = () => readSettings().refreshSeconds * 1000;
      const opened = openView({ id, tree: trees[id], view, changed, isFiltered, refreshMs, now: Date.now });
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
