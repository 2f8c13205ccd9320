import type { ServiceContext } from "../context.ts";
import type { TestRunStore } from "./testRunStore.ts";
import { summarizeTestCases } from "./testRunSummary.ts";

export const serviceStoppedReason = "The service was stopped during this run. Run it again.";

/** Ends the runs that the last process left behind: nobody will finish them. */
export function endInterruptedTestRuns({ db, clock }: Pick<ServiceContext, "db" | "clock">, store: TestRunStore): void {
  db.transaction(() => {
    for (const run of store.rows("WHERE r.status IN ('queued', 'running')")) {
      db.run(
        `UPDATE test_cases SET status = CASE status WHEN 'running' THEN 'errored' ELSE 'skipped' END, message = ?, revision = ?
         WHERE run_id = ? AND status IN ('queued', 'running')`,
        ...[serviceStoppedReason, run.revision + 1, run.id],
      );
      const statuses = store.cases(run.id, 0).map(({ status }) => status);
      store.change(run.id, {
        status: "errored",
        statusDetail: serviceStoppedReason,
        deploymentId: run.deployment_id,
        summary: summarizeTestCases(statuses, run.summary_json.durationMs),
        startedAt: run.started_at,
        finishedAt: clock().toISOString(),
        cases: [],
      });
    }
  });
}
