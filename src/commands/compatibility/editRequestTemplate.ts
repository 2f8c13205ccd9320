import type { OperationName } from "../../contract/operations.ts";
import { proposeRequest } from "../../core/compatibility/requestTemplate.ts";
import { profileUri } from "../../core/documents/profileUri.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { App } from "../app.ts";
import { sessionInUse } from "./ensureSession.ts";

/** Opens the profile with a body for an operation written into it, to be filled in. Nothing is kept before it is saved. */
export async function editRequest(app: App, name: OperationName, named: readonly string[]): Promise<void> {
  const session = await sessionInUse(app);
  if (!session) return;
  const { text, line } = proposeRequest(session.keeper.read(), name, named);
  await app.documents.draft(profileUri(session.connection), text, line);
  say(app, "info", `Write what ${session.connection.name} wants of ${name}, save, then run the command again.`);
}
