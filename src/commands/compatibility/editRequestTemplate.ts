import * as l10n from "@vscode/l10n";
import type { OperationName } from "../../contract/operations.ts";
import { createRequestTemplate } from "../../core/compatibility/requestTemplate.ts";
import { profileUri } from "../../core/documents/profileUri.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import type { App } from "../app.ts";
import { ensureSession } from "./ensureSession.ts";

/** Opens the profile with a proposed request body for an operation. Nothing is stored before the user saves it. */
export async function editRequestTemplate(
  app: Pick<App, "client" | "connections" | "documents" | "log" | "messages">,
  name: OperationName,
  named: readonly string[],
): Promise<void> {
  const session = await ensureSession(app);
  if (!session) return;
  const { text, line } = createRequestTemplate(session.profileStore.read(), name, named);
  await app.documents.draft(profileUri(session.connection), text, line);
  showMessage(
    app,
    "info",
    l10n.t`Write what ${session.connection.name} wants of ${name}, save, then run the command again.`,
  );
}
