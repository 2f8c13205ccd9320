import * as l10n from "@vscode/l10n";
import type { OperationName } from "../../../contract/operations.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { profileUri } from "../../documents/model/remoteDocumentUri.ts";
import { createRequestTemplate } from "../model/requestTemplate.ts";
import { ensureSession } from "./ensureSession.ts";

/** Opens the profile with a proposed request body for an operation. Nothing is stored before the user saves it. */
export async function editRequestTemplate(
  app: ConnectedServices,
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
