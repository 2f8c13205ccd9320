import { window } from "vscode";
import type { Messages } from "../../core/foundation/ports.ts";
import { formatMessageText } from "../../text/plainMessage.ts";

export function createMessages(): Messages {
  return {
    info: async (message, ...actions) => window.showInformationMessage(formatMessageText(message), ...actions),
    warning: async (message, ...actions) => window.showWarningMessage(formatMessageText(message), ...actions),
    error: async (message, ...actions) => window.showErrorMessage(formatMessageText(message), ...actions),
  };
}
