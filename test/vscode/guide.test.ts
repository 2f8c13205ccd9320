import { describe, it } from "mocha";
import * as vscode from "vscode";
import { acceptPromptsDuring, waitForValue } from "./answerPrompts.ts";

describe("the guide", () => {
  it("opens its first page as a preview", async () => {
    await acceptPromptsDuring(vscode.commands.executeCommand("fairlead.openGuide"));
    const isPreview = () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return /index\.md/.test(activeTab?.label ?? "") || undefined;
    };
    await waitForValue(isPreview, "the active tab shows index.md");
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  });
});
