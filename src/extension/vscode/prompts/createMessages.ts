import { window } from "vscode";
import { formatMessageText } from "../../../text/plainMessage.ts";
import type { Messages, NextSteps } from "../../base/ports.ts";
import { readEditorSettings } from "../storage/readSettings.ts";

/** How long a message stays in the status bar. */
const statusMs = 5000;

export function createMessages(): Messages {
  const status: Messages["status"] = (message) => void window.setStatusBarMessage(formatMessageText(message), statusMs);
  return {
    info: async (message, steps = {}) => {
      if (Object.keys(steps).length === 0 && readEditorSettings().notifications !== "all") return status(message);
      await showUntilClosed(window.showInformationMessage, message, steps);
    },
    warning: (message, steps = {}) => showUntilClosed(window.showWarningMessage, message, steps),
    error: (message, steps = {}) => showUntilClosed(window.showErrorMessage, message, steps),
    status,
  };
}

async function showUntilClosed(
  show: (message: string, ...labels: string[]) => Thenable<string | undefined>,
  message: string,
  steps: NextSteps,
): Promise<void> {
  const chosen = await show(formatMessageText(message), ...Object.keys(steps));
  if (chosen !== undefined) await steps[chosen]?.();
}
