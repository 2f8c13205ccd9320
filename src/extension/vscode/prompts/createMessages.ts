import { window } from "vscode";
import { formatMessageText } from "../../../text/plainMessage.ts";
import type { Messages } from "../../base/ports.ts";
import { readEditorSettings } from "../storage/readEditorSettings.ts";

/** How long a message stays in the status bar. */
const statusMs = 5000;

export function createMessages(): Messages {
  const status: Messages["status"] = (message) => void window.setStatusBarMessage(formatMessageText(message), statusMs);
  return {
    info: async (message, ...actions) => {
      if (actions.length > 0 || readEditorSettings().notifications === "all")
        return window.showInformationMessage(formatMessageText(message), ...actions);
      status(message);
      return undefined;
    },
    warning: async (message, ...actions) => window.showWarningMessage(formatMessageText(message), ...actions),
    error: async (message, ...actions) => window.showErrorMessage(formatMessageText(message), ...actions),
    status,
  };
}
