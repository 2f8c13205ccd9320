import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { report } from "./report.ts";

/** Runs in the extension host: measures the first content of a view and the first problems of a skill. */
export const run = () => report(measure);

const rounds = 7;
const right = "Counts the days between two dates. Use it for anything with dates.";
const skill = (description: string) => `---\nname: days\ndescription: ${description}\n---\n\nCount the days.\n`;

async function measure() {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  mkdirSync(join(folder, "days"));
  const file = join(folder, "days", "SKILL.md");
  writeFileSync(file, skill(right));
  const answered = watchSkillsTree();
  const bareRows = await timeTo("bare.items.focus", (await bareTree()).asked);
  const rows = await timeTo("fairlead.skills.focus", answered);
  return { bareRows, rows, problems: await problemsAfterSaves(file) };
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

/** Measures the time from saving a changed text to its diagnostics. */
async function problemsAfterSaves(file: string): Promise<readonly number[]> {
  const document = await vscode.workspace.openTextDocument(file);
  await vscode.window.showTextDocument(document);
  const all: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const isWrong = round % 2 === 1;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(
      document.uri,
      new vscode.Range(0, 0, document.lineCount, 0),
      skill(isWrong ? "" : `${right} ${round}`),
    );
    const [saved, reported] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    const listening = vscode.workspace.onDidSaveTextDocument(() => saved.resolve(performance.now()));
    void waitForDiagnostics(document, isWrong).then(reported.resolve);
    await vscode.workspace.applyEdit(edit);
    await document.save();
    all.push(Math.max(0, (await reported.promise) - (await saved.promise)));
    listening.dispose();
    // The file watcher reports the saved file once more.
    await new Promise((next) => setTimeout(next, 500));
  }
  return all.slice(1);
}

async function waitForDiagnostics({ uri }: vscode.TextDocument, isWrong: boolean): Promise<number> {
  const hasErrors = () =>
    vscode.languages.getDiagnostics(uri).some(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
  while (hasErrors() !== isWrong) await new Promise((next) => setTimeout(next, 1));
  return performance.now();
}
