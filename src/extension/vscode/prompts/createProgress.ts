import { setTimeout as pause } from "node:timers/promises";
import { ProgressLocation, window } from "vscode";
import { formatMessageText } from "../../../text/plainMessage.ts";
import type { Progress } from "../../base/ports.ts";

/** A notification of work that ends sooner would only flash, because VS Code shows each for almost a second. */
const notificationDelayMs = 500;

export function createProgress(): Progress {
  return {
    run: async ({ title, in: place }, work) => {
      const isNotification = place === "notification";
      const location = isNotification ? ProgressLocation.Notification : { viewId: place };
      const controller = new AbortController();
      let last: string | undefined;
      let show: ((message: string) => void) | undefined;
      const report = (message: string) => {
        last = formatMessageText(message);
        show?.(last);
      };
      const working = work(report, controller.signal);
      const isEnded = working.then(
        () => true,
        () => true,
      );
      if (isNotification && (await Promise.race([isEnded, pause(notificationDelayMs, false)]))) return working;
      return window.withProgress(
        { location, title: formatMessageText(title), cancellable: isNotification },
        async (progress, token) => {
          const subscription = token.onCancellationRequested(() => controller.abort());
          show = (message) => progress.report({ message });
          if (last !== undefined) show(last);
          try {
            return await working;
          } finally {
            subscription.dispose();
          }
        },
      );
    },
  };
}
