import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { readSkillPart } from "../../skill/model/skillPart.ts";
import type { RegisteredTestController, TestControllers } from "./testControllerState.ts";
import type { TestExplorer } from "./testExplorer.ts";

/**
 * Creates both controllers without items; opening the Test Explorer or a file with cases calls the handlers that
 * `registerTests` sets.
 */
export function createTestControllers(context: vscode.ExtensionContext): TestControllers {
  const create = (id: string, label: string): RegisteredTestController => {
    const controller = vscode.tests.createTestController(id, label);
    const { Run } = vscode.TestRunProfileKind;
    const profile = controller.createRunProfile(l10n.t("Run"), Run, () => {}, true);
    context.subscriptions.push(controller);
    return { controller, profile };
  };
  return {
    server: create("fairlead.servers", l10n.t("Fairlead Servers")),
    skill: create("fairlead.skills", l10n.t("Fairlead Skills")),
  };
}

export function registerTests(
  context: vscode.ExtensionContext,
  controllers: TestControllers,
  explorer: () => Promise<TestExplorer>,
): void {
  for (const kind of ["server", "skill"] as const) {
    const { controller, profile } = controllers[kind];
    controller.resolveHandler = async (item) => (await explorer()).resolve(kind, item);
    controller.refreshHandler = async () => (await explorer()).resolve(kind, undefined);
    profile.runHandler = async (request, token) => (await explorer()).runRequest(kind, request, token);
  }
  const listCases = ({ uri }: vscode.TextDocument) => {
    const isOwn = readSkillPart(uri.path) !== undefined || /\/fairlead\.tests\.(?:ya?ml|json)$/.test(uri.path);
    if (isOwn && vscode.workspace.getWorkspaceFolder(uri)) void explorer().then((opened) => opened.opened(uri));
  };
  context.subscriptions.push(vscode.workspace.onDidOpenTextDocument(listCases));
  for (const document of vscode.workspace.textDocuments) listCases(document);
}
