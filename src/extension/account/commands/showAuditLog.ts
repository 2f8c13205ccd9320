import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { auditLogUri, readVirtualDocumentId, splitVirtualUri } from "../../base/uris/virtualUris.ts";
import type { AccountServices } from "../accountServices.ts";
import type { AuditLogId } from "../model/auditLogs.ts";

type AuditLogContext = EditorServices & Pick<AccountServices, "auditLogs">;

/** Shows who changed what in the organization. The document that is open is read again, with its filter. */
export const showAuditLog: CommandHandler<AuditLogContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const { id: organizationId, name: organization, hasAuditLog } = await client.call("organization.get", {});
  if (hasAuditLog === true) {
    const shown = findDocumentAuditLog(app, target);
    const filter = shown?.organizationId === organizationId ? shown.filter : "";
    await openAuditLog(app, { organizationId, organization: organization ?? organizationId, filter });
    return;
  }
  showMessage(
    app,
    "info",
    l10n.t`There is no audit log of "${organization ?? organizationId}" that this key may read. A service that listens for other machines keeps one. Owners and admins of the organization read it, with a key that has the scope admin.`,
  );
};

/** Shows only the entries that contain a text. An empty text shows all. */
export const filterAuditLog: CommandHandler<AuditLogContext> = async (app, target) => {
  const id = findDocumentAuditLog(app, target);
  if (!id) return;
  const text = await app.prompts.input({
    title: l10n.t("Filter Audit Log"),
    prompt: l10n.t("Part of a name, email, action, item, error code or address; leave it empty to show all"),
    value: id.filter,
    validate: (value) => (value.trim().length > 200 ? l10n.t("Use at most 200 characters.") : undefined),
  });
  if (text !== undefined) await openAuditLog(app, { ...id, filter: text.trim() });
};

/** Reads the newest entries first, so that a failure is the failure of the command. */
async function openAuditLog(app: AuditLogContext, id: AuditLogId): Promise<void> {
  const client = await app.client();
  if (!client) return;
  await app.auditLogs.refresh(client, id);
  await app.documents.show(auditLogUri(id));
}

/** The audit log of a document, by default of the active one. */
function findDocumentAuditLog(app: EditorServices, { resource }: CommandTarget): AuditLogId | undefined {
  const uri = splitVirtualUri(resource ?? app.documents.active()?.uri ?? "");
  const documentId = uri && readVirtualDocumentId(uri);
  return documentId?.kind === "audit" ? documentId : undefined;
}
