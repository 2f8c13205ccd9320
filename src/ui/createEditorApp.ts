import { env, Uri, commands as vscodeCommands } from "vscode";
import type { App } from "../commands/app.ts";
import { ensureConnected } from "../commands/connection/ensureConnected.ts";
import type { Connections } from "../core/connection/connections.ts";
import type { Logger, Memory } from "../core/foundation/ports.ts";
import type { ModelAccess } from "../core/testrun/modelAccess.ts";
import type { CommandTarget } from "../core/view/commandTarget.ts";
import type { ViewTrees } from "../core/view/trees/viewTrees.ts";
import type { ViewFilters } from "../core/view/viewFilters.ts";
import type { EditorProvidersWithLifecycle } from "./createEditorProviders.ts";
import { createDocuments } from "./editors/documents.ts";
import type { EditorPanels } from "./panels/editorPanels.ts";
import { createMessages } from "./prompts/createMessages.ts";
import { createProgress } from "./prompts/createProgress.ts";
import { createPrompts } from "./prompts/createPrompts.ts";
import { readEditorSettings } from "./storage/readEditorSettings.ts";
import type { SkillsOfThisMachine } from "./storage/skillsOfThisMachine.ts";
import type { TestExplorer } from "./testing/testExplorer.ts";
import type { OpenView } from "./views/openView.ts";
import { type FairleadViewId, isFairleadView } from "./views/viewIds.ts";

export interface EditorAppParts {
  readonly connections: Connections;
  readonly memory: Memory;
  readonly log: Logger;
  readonly filters: ViewFilters;
  readonly trees: ViewTrees;
  /** Those that VS Code has asked for. */
  readonly views: ReadonlyMap<FairleadViewId, OpenView>;
  readonly surfaces: EditorProvidersWithLifecycle;
  readonly skills: SkillsOfThisMachine;
  readonly tests: TestExplorer;
  readonly model: ModelAccess;
  readonly facts: App["facts"];
  /** Made after the world, which they live in. */
  readonly panels: () => EditorPanels;
}

/** The world as commands see it. */
export function createEditorApp(parts: EditorAppParts): App {
  const { connections, memory, log, filters, trees, views, surfaces, skills, tests, model, facts, panels } = parts;
  const app: App = {
    ...surfaces.app,
    connections,
    memory,
    log,
    filters,
    model,
    facts,
    tests: tests.runs,
    folders: skills.folders,
    localSkills: skills.local,
    prompts: createPrompts(),
    messages: createMessages(),
    progress: createProgress(),
    documents: createDocuments(surfaces),
    settings: readEditorSettings,
    clipboard: async (text) => env.clipboard.writeText(text),
    // Pages only: the address of another program would start that one.
    openExternal: async (url) =>
      /^https?:\/\//i.test(url) && env.openExternal(await env.asExternalUri(Uri.parse(url, true))),
    client: () => ensureConnected(app),
    run: async (command, target = {}) => {
      await vscodeCommands.executeCommand(command, ...argumentsOf(target));
    },
    showDeployment: (subject) => panels()["fairlead.deployment"].open(subject),
    showUsage: () => panels()["fairlead.usage"].open({}),
    showCompatibility: () => panels()["fairlead.compatibility"].open({}),
    showWalkthrough: async () => {
      await vscodeCommands.executeCommand("workbench.action.openWalkthrough", "fairlead.fairlead#getStarted");
    },
    loadMore: async (of) => {
      const [view = "", ...rest] = of.split(" ");
      if (isFairleadView(view)) await trees[view].more(rest.join(" "));
    },
    refresh: (...ids) => {
      if (ids.includes("fairlead.skills")) skills.local.forget();
      for (const id of ids) if (isFairleadView(id)) views.get(id)?.refresh();
      // Its versions are made of them, and say what serves.
      if (ids.some((id) => id === "fairlead.servers" || id === "fairlead.skills"))
        views.get("fairlead.registry")?.refresh();
      tests.refresh(ids);
      surfaces.settings.reread();
    },
  };
  return app;
}

function argumentsOf({ node, nodes, resource, caseId, operation }: CommandTarget): readonly unknown[] {
  if (node) return nodes ? [node, nodes] : [node];
  if (operation !== undefined) return [operation];
  if (resource === undefined) return [];
  return [Uri.parse(resource, true), ...(caseId === undefined ? [] : [caseId])];
}
