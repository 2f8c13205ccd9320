import { isAborted, messageOf } from "../core/foundation/failure.ts";
import type { App, Command, Target } from "./app.ts";
import { remediesFor } from "./findRemedies.ts";

/** The one door where failures end: one message that says what failed, and what can be done about it. */
export async function runCommand(app: App, id: string, command: Command, target: Target): Promise<void> {
  try {
    await command(app, target);
  } catch (error) {
    if (isAborted(error)) return;
    app.log.error(`${id} failed: ${messageOf(error)}`, error);
    // The message stays for as long as the user likes; the command is over.
    void tell(app, error, () => runCommand(app, id, command, target));
  }
}

async function tell(app: App, error: unknown, again: () => Promise<void>): Promise<void> {
  const { level, actions } = remediesFor(app, error);
  const action = await app.messages[level](messageOf(error), ...Object.keys(actions));
  const remedy = action === undefined ? undefined : actions[action];
  if (remedy === "again") await again();
  else if (remedy) await runCommand(app, remedy.id, remedy.command, remedy.target ?? {});
}
