import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { AuditEntry } from "../../../contract/routes/auditRoute.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import { createEmitter } from "../../base/emitter.ts";
import type { Disposable } from "../../base/ports.ts";

/** The audit log of an organization, or the entries in it that contain a text. */
export interface AuditLogId {
  readonly organizationId: string;
  /** The organization's name. */
  readonly organization: string;
  /** "" for all entries. */
  readonly filter: string;
}

/** What is read of an audit log, the newest entries first. */
export interface LoadedAuditLog {
  readonly entries: readonly AuditEntry[];
  readonly hasOlder: boolean;
  /** Changes with the entries. */
  readonly revision: number;
}

type Client = Pick<ServiceClient, "readAuditLog">;

export type AuditLogs = ReturnType<typeof createAuditLogs>;

const pageSize = 200;
/** Older ones are found by a filter. */
const mostEntries = 1000;

/** The audit logs that this window shows. */
export function createAuditLogs() {
  const loaded = new Map<string, LoadedAuditLog>();
  const changes = createEmitter<AuditLogId>();
  let revision = 0;
  const refresh = async ({ readAuditLog }: Client, id: AuditLogId): Promise<LoadedAuditLog> => {
    const { organizationId, filter } = id;
    const entries: AuditEntry[] = [];
    let cursor: string | null | undefined;
    do {
      const input = { limit: pageSize, ...(filter !== "" && { q: filter }), ...(cursor && { cursor }) };
      const { items, nextCursor } = await readAuditLog(input, { organizationId });
      entries.push(...items);
      cursor = nextCursor;
    } while (cursor !== null && entries.length < mostEntries);
    revision += 1;
    const log = { entries, hasOlder: cursor !== null, revision };
    loaded.set(keyOf(id), log);
    changes.emit(id);
    return log;
  };
  return {
    /** Reads the newest entries, unless they are loaded. */
    read: async (client: Client, id: AuditLogId) => loaded.get(keyOf(id)) ?? refresh(client, id),
    /** Reads the newest entries again. */
    refresh,
    onDidChange: (listener: (id: AuditLogId) => void): Disposable => changes.on(listener),
    /** Drops everything, because another connection is active. */
    clear: (): void => loaded.clear(),
  };
}

const keyOf = ({ organizationId, filter }: AuditLogId) => JSON.stringify([organizationId, filter]);

export function isSameAuditLog(one: AuditLogId, other: AuditLogId): boolean {
  return keyOf(one) === keyOf(other);
}

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
