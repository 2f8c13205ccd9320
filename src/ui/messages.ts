import { window } from "vscode";
import { visibleText } from "../contract/visibleText.ts";
import type { Messages } from "../core/ports.ts";

export function createMessages(): Messages {
  return {
    info: async (message, ...actions) => window.showInformationMessage(visibleText(message), ...actions),
    warning: async (message, ...actions) => window.showWarningMessage(visibleText(message), ...actions),
    error: async (message, ...actions) => window.showErrorMessage(visibleText(message), ...actions),
  };
}
