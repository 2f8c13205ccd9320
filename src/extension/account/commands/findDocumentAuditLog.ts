import type { EditorServices } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { readVirtualDocumentId, splitVirtualUri } from "../../base/uris/virtualUris.ts";
import type { AuditLogId } from "../model/auditLogs.ts";

/** The audit log of a document, by default of the active one. */
export function findDocumentAuditLog(app: EditorServices, { resource }: CommandTarget): AuditLogId | undefined {
  const uri = splitVirtualUri(resource ?? app.documents.active()?.uri ?? "");
  const documentId = uri && readVirtualDocumentId(uri);
  return documentId?.kind === "audit" ? documentId : undefined;
}
