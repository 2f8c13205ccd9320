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
  readonly hasOlder: boolean;
  /** Changes with the entries. */
  readonly revision: number;
}

type Client = Pick<ServiceClient, "readAuditLog">;

/** The audit logs that this window shows. */
export interface AuditLogs {
  /** Reads the newest entries, unless they are loaded. */
  read(client: Client, id: AuditLogId): Promise<LoadedAuditLog>;
  /** Reads the newest entries again. */
  refresh(client: Client, id: AuditLogId): Promise<LoadedAuditLog>;
  onDidChange(listener: (id: AuditLogId) => void): Disposable;
  /** Drops everything, because another connection is active. */
  clear(): void;
}

const pageSize = 200;
/** Older ones are found by a filter. */
const mostEntries = 1000;

export function createAuditLogs(): AuditLogs {
  const loaded = new Map<string, LoadedAuditLog>();
  const changes = createEmitter<AuditLogId>();
  let revision = 0;
  const readPage = (
    { readAuditLog }: Client,
    { organizationId, filter }: AuditLogId,
    cursor: string | null | undefined,
  ) =>
    readAuditLog(
      { limit: pageSize, ...(filter !== "" && { q: filter }), ...(cursor && { cursor }) },
      { organizationId },
    );
  const refresh: AuditLogs["refresh"] = async (client, id) => {
    const entries: AuditEntry[] = [];
    let cursor: string | null | undefined;
    do {
      const { items, nextCursor } = await readPage(client, id, cursor);
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
    read: async (client, id) => loaded.get(keyOf(id)) ?? refresh(client, id),
    refresh,
    onDidChange: (listener) => changes.on(listener),
    clear: () => loaded.clear(),
  };
}

const keyOf = ({ organizationId, filter }: AuditLogId) => JSON.stringify([organizationId, filter]);

export function isSameAuditLog(one: AuditLogId, other: AuditLogId): boolean {
  return keyOf(one) === keyOf(other);
}
