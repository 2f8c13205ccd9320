import type { AuditLogId } from "../../core/account/auditLogs.ts";
import { readVirtualDocumentId, splitVirtualUri } from "../../core/documents/virtualUris.ts";
import type { CommandTarget } from "../../core/view/commandTarget.ts";
import type { App } from "../app.ts";

/** The audit log of a document, by default of the active one. */
export function findDocumentAuditLog(app: Pick<App, "documents">, { resource }: CommandTarget): AuditLogId | undefined {
  const uri = splitVirtualUri(resource ?? app.documents.active()?.uri ?? "");
  const documentId = uri && readVirtualDocumentId(uri);
  return documentId?.kind === "audit" ? documentId : undefined;
}
