import type { App, CommandHandler } from "../../workbench/app.ts";
import { findDocumentAuditLog } from "./findDocumentAuditLog.ts";

type ReadAuditLogContext = Pick<App, "auditLogs" | "client" | "documents">;

/** Reads the newest entries again. */
export const refreshAuditLog: CommandHandler<ReadAuditLogContext> = async (app, target) => {
  const id = findDocumentAuditLog(app, target);
  const client = id && (await app.client());
  if (client) await app.auditLogs.refresh(client, id);
};

/** Reads the entries before those that are shown. */
export const loadOlderAuditEntries: CommandHandler<ReadAuditLogContext> = async (app, target) => {
  const id = findDocumentAuditLog(app, target);
  const client = id && (await app.client());
  if (client) await app.auditLogs.readOlder(client, id);
};
