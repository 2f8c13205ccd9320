import * as z from "zod";
import type { Evaluation, TestCaseResource, TestRunDetailResource, TestRunResource } from "../../contract/testRuns.ts";
import type { Caller, ServiceContext } from "../context.ts";
import type { SqlValue } from "../storage/database.ts";
import { idRow } from "../storage/rows/storedRow.ts";
import { type TestRunRow, testCaseRow, testRunRow, toTestCase, toTestRun } from "../storage/rows/testRunRow.ts";
import type { CaseResult, PlannedCase } from "./testPlan.ts";

export interface NewTestRun {
  readonly id: string;
  /** One of the two is null. */
  readonly serverId: string | null;
  readonly skillId: string | null;
  readonly version: string | null;
  readonly digest: string;
  /** Whether the request selected only some of the cases. */
  readonly partial: boolean;
  readonly triggeredBy: string;
  readonly evaluation?: Evaluation | undefined;
}

/** A stored case of a run. `position` is its fixed index in the run's list. */
export interface StoredTestCase {
  readonly planned: PlannedCase;
  readonly position: number;
  readonly status: TestCaseResource["status"];
  readonly durationMs: number | null;
  readonly result: CaseResult | undefined;
}

/** The state of a run and its changed cases since the last save. */
export interface TestRunChange
  extends Pick<TestRunResource, "status" | "statusDetail" | "deploymentId" | "summary" | "startedAt" | "finishedAt"> {
  /** Changed and new cases. */
  readonly cases: readonly StoredTestCase[];
}

/** The test runs in the database. A change and its cases share one revision. */
export interface TestRunStore {
  insert(run: NewTestRun, cases: readonly PlannedCase[]): TestRunDetailResource;
  change(id: string, change: TestRunChange): void;
  rows(sql: string, ...values: SqlValue[]): TestRunRow[];
  /** The cases that changed after a revision, in the run's order. */
  cases(id: string, since: number): TestCaseResource[];
}

const saveCaseSql = `
  INSERT INTO test_cases (run_id, position, case_id, name, kind, status, revision, duration_ms, message, code, expected, actual,
    output, location_json, measures_json) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (run_id, position) DO UPDATE SET status = excluded.status, revision = excluded.revision,
    duration_ms = excluded.duration_ms, message = excluded.message, code = excluded.code, expected = excluded.expected, actual = excluded.actual,
    output = excluded.output, measures_json = excluded.measures_json`;

/** The number of finished runs to keep per server and skill, in addition to the newest full passed run of each version. */
const maxFinishedRuns = 200;
/** The most runs removed with each new one. A run may have hundreds of cases, and requests wait meanwhile. */
const maxRemovedRuns = 5;
const selectExcessRuns = (owner: "server_id" | "skill_id") => `
  SELECT id FROM (
    SELECT * FROM test_runs WHERE ${owner} = ?1 AND status NOT IN ('queued', 'running')
    ORDER BY sequence DESC LIMIT -1 OFFSET ${maxFinishedRuns}
  ) old WHERE version IS NULL OR partial OR status <> 'passed' OR EXISTS (
    SELECT 1 FROM test_runs newer WHERE newer.${owner} = ?1 AND newer.sequence > old.sequence AND newer.version = old.version
      AND newer.status = 'passed' AND NOT newer.partial
  ) ORDER BY sequence LIMIT ${maxRemovedRuns}`;

export function createTestRunStore({ db, clock }: Pick<ServiceContext, "db" | "clock">): TestRunStore {
  const now = () => clock().toISOString();
  const rows = (sql: string, ...values: SqlValue[]) =>
    db.all(testRunRow, `SELECT r.* FROM test_runs r ${sql}`, ...values);
  const row = (id: string) => rows("WHERE r.id = ?", id)[0];
  const cases = (id: string, since: number) => {
    const sql = "SELECT * FROM test_cases WHERE run_id = ? AND revision > ? ORDER BY position";
    return db.all(testCaseRow, sql, id, since).map(toTestCase);
  };
  const saveCases = (id: string, revision: number, storedCases: readonly StoredTestCase[]) => {
    for (const storedCase of storedCases) db.run(saveCaseSql, ...listCaseValues(id, revision, storedCase));
  };
  const removeOld = ({ serverId, skillId }: NewTestRun) => {
    const sql = selectExcessRuns(serverId === null ? "skill_id" : "server_id");
    for (const { id } of db.all(idRow, sql, serverId ?? skillId)) {
      db.run("DELETE FROM test_cases WHERE run_id = ?", id);
      db.run("DELETE FROM test_runs WHERE id = ?", id);
    }
  };
  return {
    rows,
    cases,
    insert: (run, planned) =>
      db.transaction(() => {
        removeOld(run);
        const at = now();
        const summary = summarizeTestCases(
          planned.map(() => "queued"),
          0,
        );
        db.run(
          `INSERT INTO test_runs (id, server_id, skill_id, version, digest, partial, status, summary_json, revision,
             triggered_by, evaluation_json, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, 'queued', ?, 1, ?, ?, ?, ?)`,
          ...[run.id, run.serverId, run.skillId, run.version, run.digest, run.partial ? 1 : 0],
          ...[JSON.stringify(summary), run.triggeredBy, run.evaluation ? JSON.stringify(run.evaluation) : null, at, at],
        );
        saveCases(run.id, 1, planned.map(toQueuedCase));
        const inserted = row(run.id);
        if (!inserted) throw new Error(`The test run ${run.id} was not stored.`);
        return { ...toTestRun(inserted), cases: cases(run.id, 0) };
      }),
    change: (id, update) =>
      db.transaction(() => {
        const revision = (row(id)?.revision ?? 0) + 1;
        db.run(
          `UPDATE test_runs SET status = ?, status_detail = ?, deployment_id = ?, summary_json = ?, revision = ?,
             started_at = ?, finished_at = ?, etag = etag + 1, updated_at = ? WHERE id = ?`,
          ...[update.status, update.statusDetail, update.deploymentId, JSON.stringify(update.summary), revision],
          ...[update.startedAt, update.finishedAt, now(), id],
        );
        saveCases(id, revision, update.cases);
      }),
  };
}

export function toQueuedCase(planned: PlannedCase, position: number): StoredTestCase {
  return { planned, position, status: "queued", durationMs: null, result: undefined };
}

function listCaseValues(runId: string, revision: number, storedCase: StoredTestCase): SqlValue[] {
  const { planned, position, status, durationMs, result } = storedCase;
  const { id, name, kind, location } = planned;
  const { message = null, code = null, expected = null, actual = null, output = null } = result ?? {};
  const locationJson = location && JSON.stringify(location);
  const measuresJson = result?.measures ? JSON.stringify(result.measures) : null;
  return [
    ...[runId, position, id, name, kind, status, revision, durationMs],
    ...[message, code, expected, actual, output, locationJson, measuresJson],
  ];
}

type Status = TestCaseResource["status"];

/** Counts the cases by result. */
export function summarizeTestCases(statuses: Iterable<Status>, durationMs: number): TestRunResource["summary"] {
  const counts = { total: 0, passed: 0, failed: 0, skipped: 0, errored: 0 };
  for (const status of statuses) {
    counts.total += 1;
    if (status !== "queued" && status !== "running") counts[status] += 1;
  }
  return { ...counts, durationMs };
}

/** The outcome of a run after all cases have ended. A run without any executed case has not passed. */
export function getTestRunOutcome(summary: TestRunResource["summary"]): {
  readonly status: "passed" | "failed" | "errored";
  readonly detail: string | null;
} {
  if (summary.failed > 0) return { status: "failed", detail: null };
  if (summary.errored > 0) return { status: "errored", detail: null };
  if (summary.passed > 0) return { status: "passed", detail: null };
  if (summary.total === 0) return { status: "errored", detail: "There was no case to run." };
  return { status: "errored", detail: "No case could run. Each case contains the reason." };
}

const settingRow = z.object({ test_timeout_ms: z.number().nullable() });

/** The requested timeout per case: from the run, else from the settings of the user who starts it. */
export function readRequestedTimeoutMs(
  { db }: Pick<ServiceContext, "db">,
  { userId }: Pick<Caller, "userId">,
  { timeoutMs }: { readonly timeoutMs?: number | undefined },
): number | undefined {
  const setting = () => db.get(settingRow, "SELECT test_timeout_ms FROM user_settings WHERE user_id = ?", userId);
  return timeoutMs ?? setting()?.test_timeout_ms ?? undefined;
}
