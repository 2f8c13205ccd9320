import type { ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { type DailyTask, isClockTrusted, startDailyTask } from "../startDailyTask.ts";
import { idRow } from "../storage/rows/storedRow.ts";

/** How long an archived item can be restored. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/** Removes the items that were archived 30 days ago. */
export function startArchiveExpiry(
  context: Pick<ServiceContext, "db" | "clock" | "log">,
  remove: (id: string) => Promise<void>,
  intervalMs?: number,
): DailyTask {
  const removeExpired = async (closing: AbortSignal) => {
    if (!isClockTrusted(context, "archive")) return;
    for (const id of listExpired(context)) {
      if (closing.aborted) return;
      await remove(id).catch((error) => logFailure(context, id, error));
    }
  };
  const logFailures = (error: unknown) =>
    context.log("warning", `Archived items could not be removed yet: ${String(error)}`);
  return startDailyTask(removeExpired, logFailures, intervalMs);
}

/** Projects come first, with everything in them. */
function listExpired({ db, clock }: Pick<ServiceContext, "db" | "clock">): readonly string[] {
  const before = new Date(clock().getTime() - retentionMs).toISOString();
  const sql = `SELECT id FROM projects WHERE archived_at <= ?1 UNION ALL SELECT id FROM servers WHERE archived_at <= ?1
    UNION ALL SELECT id FROM skills WHERE archived_at <= ?1`;
  return db.all(idRow, sql, before).map(({ id }) => id);
}

function logFailure({ log }: Pick<ServiceContext, "log">, id: string, error: unknown): void {
  // It was removed with its project.
  if (error instanceof ServiceProblem && error.code === "not_found") return;
  log("warning", `The archived ${id} could not be removed yet: ${String(error)}`);
}
