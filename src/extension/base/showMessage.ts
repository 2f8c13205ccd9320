import type { EditorSettings, NewsKind } from "./editorSettings.ts";
import { isAbortError, readErrorMessage } from "./failure.ts";
import type { Logger, Messages, NextSteps } from "./ports.ts";

export interface MessageContext {
  readonly messages: Messages;
  readonly log: Logger;
}

/** Shows a message with next steps, without waiting for the user. `closed` runs when it is closed, after its step. */
export function showMessage(
  app: MessageContext,
  level: "info" | "warning" | "error",
  message: string,
  steps: NextSteps = {},
  closed = (): void => {},
): undefined {
  const report = (error: unknown) => {
    if (isAbortError(error)) return;
    app.log.error(readErrorMessage(error), error);
    void app.messages.error(readErrorMessage(error));
  };
  app.messages[level](message, steps).catch(report).finally(closed);
}

export interface NewsContext extends MessageContext {
  readonly settings: () => EditorSettings;
}

/** The messages about a kind of news. What the user's settings leave out goes to the status bar and to the log. */
export function messagesAbout({ messages, log, settings }: NewsContext, kind: NewsKind): Messages {
  if (settings().notifyAbout.includes(kind)) return messages;
  const showStatus = (level: "info" | "warning" | "error") => async (message: string) => {
    log[level](message);
    messages.status(message);
  };
  return { ...messages, info: showStatus("info"), warning: showStatus("warning"), error: showStatus("error") };
}

/** Shows news with next steps, where the user's settings want it. */
export function showNews(
  app: NewsContext,
  kind: NewsKind,
  ...message: [level: "info" | "warning" | "error", message: string, steps?: NextSteps]
): void {
  showMessage({ log: app.log, messages: messagesAbout(app, kind) }, ...message);
}
