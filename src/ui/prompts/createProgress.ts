import { ProgressLocation, window } from "vscode";
import type { Progress } from "../../core/foundation/ports.ts";
import { formatMessageText } from "../../text/plainMessage.ts";

export function createProgress(): Progress {
  return {
    run: async (task, work) => {
      const isLong = task.in === "notification";
      const location = isLong ? ProgressLocation.Notification : { viewId: task.in };
      return window.withProgress(
        { location, title: formatMessageText(task.title), cancellable: isLong },
        async (progress, token) => {
          const controller = new AbortController();
          const subscription = token.onCancellationRequested(() => controller.abort());
          try {
            return await work((message) => progress.report({ message: formatMessageText(message) }), controller.signal);
          } finally {
            subscription.dispose();
          }
        },
      );
    },
  };
}
