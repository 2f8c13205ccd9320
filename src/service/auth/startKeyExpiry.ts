import type { ServiceContext } from "../context.ts";
import { type DailyTask, startDailyTask } from "../startDailyTask.ts";
import { idRow } from "../storage/rows/storedRow.ts";
import { deleteApiKey, findKeyHolder } from "./apiKeys.ts";

/** How long an expired key is listed, so that its user sees why a client is refused. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/** Removes the keys that expired 30 days ago, such as those of earlier sign-ins. */
export function startKeyExpiry(
  context: Pick<ServiceContext, "db" | "clock" | "log" | "audit">,
  intervalMs?: number,
): DailyTask {
  const removeExpired = async () => {
    for (const id of listExpired(context)) removeKey(context, id);
  };
  return startDailyTask(context, "Expired API keys could not be removed yet", removeExpired, intervalMs);
}

function listExpired({ db, clock }: Pick<ServiceContext, "db" | "clock">): readonly string[] {
  const before = new Date(clock().getTime() - retentionMs).toISOString();
  // A client may give the time without fractions of a second, so the texts cannot be compared.
  const sql = "SELECT id FROM api_keys WHERE datetime(expires_at) <= datetime(?)";
  return db.all(idRow, sql, before).map(({ id }) => id);
}

function removeKey({ db, audit }: Pick<ServiceContext, "db" | "audit">, id: string): void {
  db.transaction(() => {
    const holder = findKeyHolder({ db }, { id });
    if (!holder) return;
    const { organizationId, actor } = holder;
    deleteApiKey({ db }, id);
    const item = { kind: "apiKey", id, name: `${actor.key.name} (${actor.user.name})` };
    audit?.record({ organizationId, actor: { kind: "service" }, action: "apiKeys.delete", item });
  });
}
