import type { AuditRecord } from "./auditRecord.ts";

/** The time after which repeats are written. */
const intervalMs = 10 * 60_000;
/** More are counted together, so that requests without a key can fill neither the memory nor the disk. */
const maxGroups = 200;

interface RefusalCounter {
  add(record: AuditRecord): void;
  /** Writes what was counted. */
  close(): void;
}

/** Writes the first refusal of each kind at once, and later how often it was repeated. */
export function createRefusalCounter(
  write: (record: AuditRecord, count?: number) => void,
  onFailure: (error: unknown) => void,
): RefusalCounter {
  const groups = new Map<string, { readonly record: AuditRecord; repeats: number }>();
  const tryWrite = (record: AuditRecord, count?: number) => {
    try {
      write(record, count);
    } catch (error) {
      // A full disk: the refusal itself still reaches the client.
      onFailure(error);
    }
  };
  const flush = () => {
    for (const { record, repeats } of groups.values())
      if (repeats > 0) tryWrite({ ...record, requestId: undefined }, repeats);
    groups.clear();
  };
  const count = (record: AuditRecord) => {
    const key = createGroupKey(record);
    const group = groups.get(key) ?? { record, repeats: 0 };
    group.repeats += 1;
    groups.set(key, group);
  };
  const timer = setInterval(flush, intervalMs).unref();
  return {
    add: (record) => {
      const key = createGroupKey(record);
      if (groups.has(key)) count(record);
      else if (groups.size >= maxGroups) count(omitDetails(record));
      else {
        groups.set(key, { record, repeats: 0 });
        tryWrite(record);
      }
    },
    close: () => {
      clearInterval(timer);
      flush();
    },
  };
}

function createGroupKey({ actor, address, action, item, status, code }: AuditRecord): string {
  return JSON.stringify([actor.kind, actor.key?.id, address, action, item?.id, status, code]);
}

/** Whose key it was remains. All refusals without a known key are one. */
function omitDetails({ organizationId, actor, action }: AuditRecord): AuditRecord {
  return actor.key
    ? { organizationId, actor, action }
    : { organizationId: null, actor: { kind: "unknown" }, action: "request" };
}
