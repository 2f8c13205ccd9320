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
