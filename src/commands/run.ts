import type { App, Command, Target } from "../core/app.ts";
import { hasName, isAborted, isUnauthorized, messageOf } from "../core/failure.ts";
import { signIn } from "./connection/signIn.ts";

const retry = "Try Again";
const enterKey = "Enter Key";
const showLog = "Show Log";

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
  const action = await app.messages.error(messageOf(error), ...actionsFor(error));
  if (action === showLog) app.log.show();
  if (action === retry) await again();
  if (action === enterKey) await runCommand(app, "fairlead.connection.signIn", signIn, {});
}

function actionsFor(error: unknown): readonly string[] {
  if (isUnauthorized(error)) return [enterKey, showLog];
  // What was refused for good is refused again.
  if (hasName(error, "ForbiddenError", "NotFoundError", "FolderError")) return [showLog];
  return [retry, showLog];
}
