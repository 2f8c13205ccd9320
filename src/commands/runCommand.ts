import { isAbortError, readErrorMessage } from "../core/foundation/failure.ts";
import type { CommandTarget } from "../core/view/commandTarget.ts";
import type { App, CommandHandler } from "./app.ts";
import { findRemedies } from "./findRemedies.ts";

/** Runs a command and shows each failure in one message: what failed, and what to do about it. */
export async function runCommand(app: App, id: string, command: CommandHandler, target: CommandTarget): Promise<void> {
  try {
    await command(app, target);
  } catch (error) {
    if (isAbortError(error)) return;
    app.log.error(`${id} failed: ${readErrorMessage(error)}`, error);
    // The message stays open after the command ends.
    void showFailure(app, error, () => runCommand(app, id, command, target));
  }
}

async function showFailure(app: App, error: unknown, again: () => Promise<void>): Promise<void> {
  const { level, actions } = findRemedies(app, error);
  const action = await app.messages[level](readErrorMessage(error), ...Object.keys(actions));
  const remedy = action === undefined ? undefined : actions[action];
  if (remedy === "again") await again();
  else if (remedy) await runCommand(app, remedy.id, remedy.command, remedy.target ?? {});
}
