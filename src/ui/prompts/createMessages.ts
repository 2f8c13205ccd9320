import { window } from "vscode";
import type { Messages } from "../../core/foundation/ports.ts";
import { messageText } from "../../text/plainMessage.ts";

export function createMessages(): Messages {
  return {
    info: async (message, ...actions) => window.showInformationMessage(messageText(message), ...actions),
    warning: async (message, ...actions) => window.showWarningMessage(messageText(message), ...actions),
    error: async (message, ...actions) => window.showErrorMessage(messageText(message), ...actions),
  };
}
