import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { AccountServices } from "../accountServices.ts";
import { formatAuditCsv } from "../model/formatAuditLog.ts";
import { findDocumentAuditLog } from "./findDocumentAuditLog.ts";

/** Copies the entries that are shown. */
export const copyAuditLog: CommandHandler<EditorServices & Pick<AccountServices, "auditLogs">> = async (
  app,
  target,
) => {
  const id = findDocumentAuditLog(app, target);
  if (!id) return;
  const format = await app.prompts.pick<"csv" | "json">({
    title: l10n.t("Copy Audit Log"),
    placeholder: l10n.t("In which format?"),
    choices: [
      { label: "CSV", detail: l10n.t("A table for spreadsheets"), value: "csv" },
      { label: "JSON", detail: l10n.t("As the service sent it"), value: "json" },
    ],
  });
  if (format === undefined || format === promptBack) return;
  const client = await app.client();
  if (!client) return;
  const { entries, nextCursor } = await app.auditLogs.read(client, id);
  await app.clipboard(format === "csv" ? formatAuditCsv(entries) : `${JSON.stringify(entries, null, 2)}\n`);
  showMessage(
    app,
    "info",
    nextCursor === null
      ? l10n.t("Copied the audit log.")
      : l10n.t("Copied the audit log without its older entries, which are not loaded."),
  );
};
