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
  app.messages[level](message, steps)
    .catch((error: unknown) => showError(app, error))
    .finally(closed);
}

/** Shows a failure that the user did not cause by cancelling, and logs it, by default with the same words. */
export function showError({ messages, log }: MessageContext, error: unknown, logged = readErrorMessage(error)): void {
  if (isAbortError(error)) return;
  log.error(logged, error);
  void messages.error(readErrorMessage(error));
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
