import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { readVirtualDocumentId, splitVirtualUri } from "../../base/uris/virtualUris.ts";
import type { App } from "../../workbench/app.ts";
import type { AuditLogId } from "../model/auditLogs.ts";

/** The audit log of a document, by default of the active one. */
export function findDocumentAuditLog(app: Pick<App, "documents">, { resource }: CommandTarget): AuditLogId | undefined {
  const uri = splitVirtualUri(resource ?? app.documents.active()?.uri ?? "");
  const documentId = uri && readVirtualDocumentId(uri);
  return documentId?.kind === "audit" ? documentId : undefined;
}
