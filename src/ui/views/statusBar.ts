import * as vscode from "vscode";
import type { StatusWords } from "../../core/view/statusBarText.ts";
import { visibleText } from "../../text/toVisibleText.ts";

export interface StatusBar {
  show(words: StatusWords): void;
  dispose(): void;
}

/** The one status bar item. */
export function createStatusBar(): StatusBar {
  const item = vscode.window.createStatusBarItem("fairlead.status", vscode.StatusBarAlignment.Left);
  item.name = "Fairlead";
  item.command = "fairlead.status.menu";
  return {
    show: ({ text, spoken, tooltip }) => {
      item.text = visibleText(text);
      item.tooltip = visibleText(tooltip);
      item.accessibilityInformation = { label: spoken, role: "button" };
      item.show();
    },
    dispose: () => item.dispose(),
  };
}
