import type { App } from "./app.ts";
import { isAborted, messageOf } from "./failure.ts";

type Actions = Readonly<Record<string, () => Promise<unknown>>>;

/** Says something and offers what is likely wanted next. A message stays as long as the user likes: nobody waits for it. */
export function say(
  app: Pick<App, "messages" | "log">,
  level: "info" | "warning" | "error",
  message: string,
  actions: Actions = {},
): void {
  const act = async () => {
    const chosen = await app.messages[level](message, ...Object.keys(actions));
    if (chosen !== undefined) await actions[chosen]?.();
  };
  act().catch((error: unknown) => {
    if (isAborted(error)) return;
    app.log.error(messageOf(error), error);
    void app.messages.error(messageOf(error));
  });
}
