import * as vscode from "vscode";
import { readSkillPart } from "../../core/skill/skillPart.ts";
import type { RegisteredTestController, RegisteredTestControllers } from "./testControllerState.ts";
import type { TestExplorer } from "./testExplorer.ts";

/** Both are empty until the Test Explorer is opened, or a file with cases is. */
export function registerTests(
  context: vscode.ExtensionContext,
  tests: () => Promise<TestExplorer>,
): RegisteredTestControllers {
  const open = (kind: keyof RegisteredTestControllers, id: string, label: string): RegisteredTestController => {
    const controller = vscode.tests.createTestController(id, label);
    controller.resolveHandler = async (item) => (await tests()).resolve(kind, item);
    controller.refreshHandler = async () => (await tests()).resolve(kind, undefined);
    const profile = controller.createRunProfile(
      "Run",
      vscode.TestRunProfileKind.Run,
      async (request, token) => (await tests()).runRequest(kind, request, token),
      true,
      undefined,
      kind === "skill",
    );
    context.subscriptions.push(controller);
    return { controller, profile };
  };
  const look = ({ uri }: vscode.TextDocument) => {
    const isOwn = readSkillPart(uri.path) !== undefined || /\/fairlead\.tests\.(?:ya?ml|json)$/.test(uri.path);
    if (isOwn && vscode.workspace.getWorkspaceFolder(uri)) void tests().then((made) => made.opened(uri));
  };
  context.subscriptions.push(vscode.workspace.onDidOpenTextDocument(look));
  for (const document of vscode.workspace.textDocuments) look(document);
  return {
    server: open("server", "fairlead.servers", "Fairlead Servers"),
    skill: open("skill", "fairlead.skills", "Fairlead Skills"),
  };
}
