import * as vscode from "vscode";
import { report } from "./report.ts";

/** Runs in the extension host: measures the first content of a view. */
export const run = () => report(measure);

async function measure() {
  const answered = watchSkillsTree();
  const bareRows = await timeTo("bare.items.focus", (await bareTree()).asked);
  return { bareRows, rows: await timeTo("fairlead.skills.focus", answered) };
}

/** Measures the time from showing a view to its content. */
async function timeTo(command: string, answered: Promise<number>): Promise<number> {
  const started = performance.now();
  await vscode.commands.executeCommand(command);
  return (await answered) - started;
}

/** Fairlead and this module share one API object. */
function watchSkillsTree(): Promise<number> {
  const { createTreeView: create } = vscode.window;
  const answered = Promise.withResolvers<number>();
  const value = (id: string, options: vscode.TreeViewOptions<unknown>) => {
    const own = options.treeDataProvider;
    const getChildren = async (parent?: unknown) => {
      const children = await own.getChildren(parent);
      if (id === "fairlead.skills") answered.resolve(performance.now());
      return children;
    };
    return create(id, { ...options, treeDataProvider: { ...own, getChildren } });
  };
  Object.defineProperty(vscode.window, "createTreeView", { value, configurable: true });
  return answered.promise;
}

async function bareTree(): Promise<{ readonly asked: Promise<number> }> {
  const bare = vscode.extensions.getExtension("bench.bare");
  if (!bare) throw new Error("The bare extension is not installed.");
  const { showItems } = await bare.activate();
  const asked = Promise.withResolvers<number>();
  showItems([{ label: "one" }], () => asked.resolve(performance.now()));
  return { asked: asked.promise };
}
