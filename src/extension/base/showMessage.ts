import type { EditorSettings, NewsKind } from "./editorSettings.ts";
import { isAbortError, readErrorMessage } from "./failure.ts";
import type { Logger, Messages } from "./ports.ts";

type Actions = Readonly<Record<string, () => Promise<unknown>>>;

export interface MessageContext {
  readonly messages: Messages;
  readonly log: Logger;
}

/**
 * Shows a message with actions for the next step, without waiting for the user. `dismissed` runs when the user chooses
 * no action.
 */
export function showMessage(
  app: MessageContext,
  level: "info" | "warning" | "error",
  message: string,
  actions: Actions = {},
  dismissed = async (): Promise<unknown> => undefined,
): void {
  const act = async () => {
    const chosen = await app.messages[level](message, ...Object.keys(actions));
    await (chosen === undefined ? dismissed() : actions[chosen]?.());
  };
  act().catch((error: unknown) => {
    if (isAbortError(error)) return;
    app.log.error(readErrorMessage(error), error);
    void app.messages.error(readErrorMessage(error));
  });
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
    return undefined;
  };
  return { ...messages, info: showStatus("info"), warning: showStatus("warning"), error: showStatus("error") };
}

/** Shows news with actions, where the user's settings want it. */
export function showNews(
  app: NewsContext,
  kind: NewsKind,
  ...message: [level: "info" | "warning" | "error", message: string, actions?: Actions]
): void {
  showMessage({ log: app.log, messages: messagesAbout(app, kind) }, ...message);
}
