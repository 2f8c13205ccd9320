import { isAbortError, readErrorMessage } from "./failure.ts";
import type { Logger, Messages } from "./ports.ts";

type Actions = Readonly<Record<string, () => Promise<unknown>>>;

export interface MessageContext {
  readonly messages: Messages;
  readonly log: Logger;
}

/**
 * Says something and offers what is likely wanted next. A message stays as long as the user likes: nobody waits for it.
 * `dismissed` is for where nothing of it was chosen.
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
