import { window } from "vscode";
import type { Messages } from "../core/ports.ts";

export function createMessages(): Messages {
  return {
    info: async (message, ...actions) => window.showInformationMessage(message, ...actions),
    warning: async (message, ...actions) => window.showWarningMessage(message, ...actions),
    error: async (message, ...actions) => window.showErrorMessage(message, ...actions),
  };
}
