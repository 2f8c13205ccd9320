import type { OperationName } from "../../contract/operations.ts";
import type { App } from "../../core/app.ts";
import { profileUri } from "../../core/profile/profilePlace.ts";
import { proposeRequest } from "../../core/profile/requestTemplate.ts";
import { say } from "../../core/say.ts";
import { sessionInUse } from "./sessionInUse.ts";

/** Opens the profile with a body for an operation written into it, to be filled in. Nothing is kept before it is saved. */
export async function editRequest(app: App, name: OperationName, named: readonly string[]): Promise<void> {
  const session = await sessionInUse(app);
  if (!session) return;
  const { text, line } = proposeRequest(session.keeper.read(), name, named);
  await app.documents.draft(profileUri(session.connection), text, line);
  say(app, "info", `Write what ${session.connection.name} wants of ${name}, save, then run the command again.`);
}
