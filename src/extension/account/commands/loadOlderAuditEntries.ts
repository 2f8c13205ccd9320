import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { AccountServices } from "../accountServices.ts";
import { findDocumentAuditLog } from "./findDocumentAuditLog.ts";

/** Reads the entries before those that are shown. */
export const loadOlderAuditEntries: CommandHandler<EditorServices & Pick<AccountServices, "auditLogs">> = async (
  app,
  target,
) => {
  const id = findDocumentAuditLog(app, target);
  const client = id && (await app.client());
  if (client) await app.auditLogs.readOlder(client, id);
};
