import type { App, CommandHandler } from "../../workbench/app.ts";
import { findDocumentAuditLog } from "./findDocumentAuditLog.ts";

/** Reads the entries before those that are shown. */
export const loadOlderAuditEntries: CommandHandler<Pick<App, "auditLogs" | "client" | "documents">> = async (
  app,
  target,
) => {
  const id = findDocumentAuditLog(app, target);
  const client = id && (await app.client());
  if (client) await app.auditLogs.readOlder(client, id);
};
