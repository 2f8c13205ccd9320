import type { ServiceContext } from "../context.ts";
import type { RunStore } from "./testRunStore.ts";
import { summaryOf } from "./testRunSummary.ts";

export const stoppedReason = "The service was stopped during this run. Run it again.";

/** Ends the runs that the last process left behind: nobody will finish them. */
export function endInterrupted({ db, clock }: Pick<ServiceContext, "db" | "clock">, store: RunStore): void {
  db.transaction(() => {
    for (const run of store.rows("WHERE r.status IN ('queued', 'running')")) {
      db.run(
        `UPDATE test_cases SET status = CASE status WHEN 'running' THEN 'errored' ELSE 'skipped' END, message = ?, revision = ?
         WHERE run_id = ? AND status IN ('queued', 'running')`,
        ...[stoppedReason, run.revision + 1, run.id],
      );
      const statuses = store.cases(run.id, 0).map(({ status }) => status);
      store.change(run.id, {
        status: "errored",
        statusDetail: stoppedReason,
        deploymentId: run.deployment_id,
        summary: summaryOf(statuses, run.summary_json.durationMs),
        startedAt: run.started_at,
        finishedAt: clock().toISOString(),
        cases: [],
      });
    }
  });
}
