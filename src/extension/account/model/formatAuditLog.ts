import * as l10n from "@vscode/l10n";
import type { AuditEntry } from "../../../contract/routes/auditRoute.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import type { AuditLogId, LoadedAuditLog } from "./auditLogs.ts";

/** Longer texts of a column are not aligned. */
const maxColumnWidth = 40;

/** The audit log as lines with aligned columns, newest first. Times are in UTC. */
export function formatAuditLog({ organization, filter }: AuditLogId, { entries, hasOlder }: LoadedAuditLog): string {
  const heading =
    filter === ""
      ? l10n.t`Audit log of ${organization}, newest first, times in UTC`
      : l10n.t`Audit log of ${organization}, newest first, times in UTC, only what contains "${filter}"`;
  const rows = entries.map(listColumns);
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.min(maxColumnWidth, Math.max(...rows.map((row) => row[column]?.length ?? 0))),
  );
  const lines = rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${[heading, "", ...lines, "", formatEnd(entries.length, hasOlder)].map(toVisibleText).join("\n")}\n`;
}

function formatEnd(count: number, hasOlder: boolean): string {
  if (hasOlder) return l10n.t("There are older entries: Filter Audit Log, above, finds them.");
  return count === 0 ? l10n.t("There is no entry.") : l10n.t("There are no older entries.");
}

/** What distinguishes an entry comes first, so that a narrow editor shows it. */
function listColumns(entry: AuditEntry): readonly string[] {
  const { at, status, code, count, actor, action, item, address, fields, requestId } = entry;
  const outcome = joinWords(status === null ? "-" : String(status), count > 1 ? `x${count}` : undefined);
  const who = actor.name ?? actor.userId ?? `(${actor.kind})`;
  const rest = joinTextParts(
    code,
    fields.join(", "),
    actor.email,
    actor.keyName && `key "${actor.keyName}"`,
    requestId,
  );
  const columns = [at.slice(0, 19).replace("T", " "), outcome, who, action, formatItem(item), address ?? "-", rest];
  return columns.map((text) => text.replaceAll(/\s+/g, " "));
}

function formatItem(item: AuditEntry["item"]): string {
  return item === null ? "-" : joinWords(item.kind, item.name === null ? item.id : `"${item.name}"`);
}
