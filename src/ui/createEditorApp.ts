import { type ExtensionContext, Uri, commands as vscodeCommands } from "vscode";
import type { App } from "../commands/app.ts";
import { createDocumentAnalyzer } from "../core/server/documentAnalyzer.ts";
import type { ModelAccess } from "../core/testrun/modelAccess.ts";
import type { CommandServices } from "./createCommandServices.ts";
import type { DeploymentWatching } from "./createDeploymentWatching.ts";
import type { EditorContent } from "./createEditorContent.ts";
import type { EditorPanels } from "./panels/editorPanels.ts";
import { chooseOperations } from "./prompts/chooseOperations.ts";
import type { TestExplorer } from "./testing/testExplorer.ts";
import { isFairleadView } from "./views/viewIds.ts";

export interface EditorAppParts {
  readonly context: ExtensionContext;
  readonly services: CommandServices;
  readonly content: EditorContent;
  readonly watching: DeploymentWatching;
  readonly model: ModelAccess;
  readonly tests: TestExplorer;
  readonly panels: EditorPanels;
  readonly facts: App["facts"];
}

/** Everything that commands use. */
export function createEditorApp(parts: EditorAppParts): App {
  const { context, services, content, watching, model, tests, panels, facts } = parts;
  const analyzerProgram = Uri.joinPath(context.extensionUri, "dist", "outlineWorker.mjs").fsPath;
  return {
    ...services,
    ...content.commandParts,
    model,
    facts,
    chooseOperations,
    documentAnalyzer: createDocumentAnalyzer(analyzerProgram),
    watch: watching.watch,
    showEvents: watching.showEvents,
    tests: tests.runs,
    showDeployment: (subject) => panels["fairlead.deployment"].open(subject),
    showUsage: () => panels["fairlead.usage"].open({}),
    showCompatibility: () => panels["fairlead.compatibility"].open({}),
    showWalkthrough: async () => {
      await vscodeCommands.executeCommand("workbench.action.openWalkthrough", "fairlead.fairlead#getStarted");
    },
    showGuide: async (page) => {
      const file = Uri.joinPath(context.extensionUri, "media", "guide", `${page}.md`);
      await vscodeCommands.executeCommand("markdown.showPreview", file);
    },
    loadMore: async (of) => {
      const [view = "", ...rest] = of.split(" ");
      if (isFairleadView(view)) await content.trees[view].more(rest.join(" "));
    },
  };
}
