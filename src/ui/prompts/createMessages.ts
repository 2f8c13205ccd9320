import { window } from "vscode";
import type { Messages } from "../../core/foundation/ports.ts";
import { formatMessageText } from "../../text/plainMessage.ts";
import { readEditorSettings } from "../storage/readEditorSettings.ts";

/** How long a message stays in the status bar. */
const statusMs = 5000;

export function createMessages(): Messages {
  return {
    info: async (message, ...actions) => {
      const text = formatMessageText(message);
      if (actions.length > 0 || readEditorSettings().notifications === "all")
        return window.showInformationMessage(text, ...actions);
      window.setStatusBarMessage(text, statusMs);
      return undefined;
    },
    warning: async (message, ...actions) => window.showWarningMessage(formatMessageText(message), ...actions),
    error: async (message, ...actions) => window.showErrorMessage(formatMessageText(message), ...actions),
  };
}
