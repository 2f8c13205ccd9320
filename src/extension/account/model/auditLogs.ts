import type { ServiceClient } from "../../../client/client.ts";
import type { AuditEntry } from "../../../contract/routes/auditRoute.ts";
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
  /** null: the oldest entry is loaded. */
  readonly nextCursor: string | null;
  /** Changes with the entries. */
  readonly revision: number;
}

type Client = Pick<ServiceClient, "readAuditLog">;

/** The audit logs that this window shows. */
export interface AuditLogs {
  /** Reads the newest entries, unless they are loaded. */
  read(client: Client, id: AuditLogId): Promise<LoadedAuditLog>;
  /** Reads the newest entries again, and drops the older ones. */
  refresh(client: Client, id: AuditLogId): Promise<LoadedAuditLog>;
  readOlder(client: Client, id: AuditLogId): Promise<LoadedAuditLog>;
  onDidChange(listener: (id: AuditLogId) => void): Disposable;
  /** Drops everything, because another connection is active. */
  clear(): void;
}

const pageSize = 100;

export function createAuditLogs(): AuditLogs {
  const loaded = new Map<string, LoadedAuditLog>();
  const changes = createEmitter<AuditLogId>();
  let revision = 0;
  const readPage = ({ readAuditLog }: Client, { organizationId, filter }: AuditLogId, cursor?: string) =>
    readAuditLog(
      { limit: pageSize, ...(filter !== "" && { q: filter }), ...(cursor && { cursor }) },
      { organizationId },
    );
  const save = (id: AuditLogId, log: Omit<LoadedAuditLog, "revision">): LoadedAuditLog => {
    revision += 1;
    const saved = { ...log, revision };
    loaded.set(keyOf(id), saved);
    changes.emit(id);
    return saved;
  };
  const refresh: AuditLogs["refresh"] = async (client, id) => {
    const { items, nextCursor } = await readPage(client, id);
    return save(id, { entries: items, nextCursor });
  };
  const read: AuditLogs["read"] = async (client, id) => loaded.get(keyOf(id)) ?? refresh(client, id);
  return {
    read,
    refresh,
    readOlder: async (client, id) => {
      const log = await read(client, id);
      if (log.nextCursor === null) return log;
      const { items, nextCursor } = await readPage(client, id, log.nextCursor);
      // It was refreshed meanwhile, or read further by a second click.
      const current = loaded.get(keyOf(id));
      if (current && current !== log) return current;
      return save(id, { entries: [...log.entries, ...items], nextCursor });
    },
    onDidChange: (listener) => changes.on(listener),
    clear: () => loaded.clear(),
  };
}

const keyOf = ({ organizationId, filter }: AuditLogId) => JSON.stringify([organizationId, filter]);

export function isSameAuditLog(one: AuditLogId, other: AuditLogId): boolean {
  return keyOf(one) === keyOf(other);
}
