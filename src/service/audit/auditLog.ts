import type { ServiceContext } from "../context.ts";
import { type DailyTask, isClockTrusted, startDailyTask } from "../startDailyTask.ts";
import type { AuditLog, AuditRecord } from "./auditRecord.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Removing so many takes a few milliseconds, for which requests wait. */
const removedPerStep = 500;

export function createAuditLog(context: Pick<ServiceContext, "db" | "clock" | "log">, days: number): AuditLog {
  const write = (record: AuditRecord, count: number) => insertRecord(context, record, count);
  const refusals = createRefusalCounter(write, (error) =>
    context.log("error", `The audit log lacks what was refused: ${String(error)}`),
  );
  let expiry: DailyTask | undefined;
  return {
    record: (record) => write(record, 1),
    recordRefusal: refusals.add,
    startExpiry: () => {
      expiry = startDailyTask(context, "Old entries of the audit log could not be removed yet", async (closing) => {
        if (isClockTrusted(context, "audit")) await removeExpired(context, days, closing);
      });
    },
    close: async () => {
      await expiry?.close();
      refusals.close();
    },
  };
}

function insertRecord({ db, clock }: Pick<ServiceContext, "db" | "clock">, record: AuditRecord, count: number): void {
  const { actor, item } = record;
  db.run(
    `INSERT INTO audit (at, organization_id, actor, user_id, user_name, user_email, key_id, key_name, action,
       item_kind, item_id, item_name, fields_json, address, status, code, request_id, count)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[clock().toISOString(), record.organizationId, actor.kind],
    ...[actor.user?.id ?? null, actor.user?.name ?? null, actor.user?.email ?? null],
    ...[actor.key?.id ?? null, actor.key?.name ?? null, record.action],
    ...[item?.kind ?? null, item?.id ?? null, item?.name ?? null, JSON.stringify(record.fields ?? [])],
    ...[record.address || null, record.status ?? null, record.code ?? null, record.requestId ?? null, count],
  );
}

/** Entries go from the oldest one on, up to the first that is to stay, whatever the clock said meanwhile. */
async function removeExpired(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  days: number,
  closing: AbortSignal,
): Promise<void> {
  const limit = new Date(clock().getTime() - days * dayMs).toISOString();
  const sql = `DELETE FROM audit WHERE id IN (SELECT id FROM audit ORDER BY id LIMIT ?)
    AND id < coalesce((SELECT min(id) FROM audit WHERE at >= ?), 9e15)`;
  while (!closing.aborted && db.run(sql, removedPerStep, limit) === removedPerStep)
    await new Promise<void>((resolve) => setImmediate(resolve));
}

/** The time after which repeats are written. */
const intervalMs = 10 * 60_000;
/** More are counted together, so that requests without a key can fill neither the memory nor the disk. */
const maxGroups = 200;

/** Writes the first refusal of each kind at once, and later how often it was repeated. */
function createRefusalCounter(
  write: (record: AuditRecord, count: number) => void,
  onFailure: (error: unknown) => void,
) {
  const groups = new Map<string, { readonly record: AuditRecord; repeats: number }>();
  const tryWrite = (record: AuditRecord, count: number) => {
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
    add: (record: AuditRecord) => {
      const key = createGroupKey(record);
      if (groups.has(key)) count(record);
      else if (groups.size >= maxGroups) count(omitDetails(record));
      else {
        groups.set(key, { record, repeats: 0 });
        tryWrite(record, 1);
      }
    },
    /** Writes what was counted. */
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
