import * as z from "zod";
import {
  caseMeasuresSchema,
  evaluationSchema,
  type TestCaseResource,
  type TestRunResource,
  testCaseSchema,
  testRunSchema,
} from "../../../contract/testRuns.ts";
import { jsonColumn } from "./jsonColumn.ts";
import { storedColumns, toStoredFields } from "./storedRow.ts";

export const testRunRow = z.object({
  ...storedColumns,
  server_id: z.string().nullable(),
  skill_id: z.string().nullable(),
  version: z.string().nullable(),
  digest: z.string(),
  partial: z.number(),
  deployment_id: z.string().nullable(),
  status: testRunSchema.shape.status,
  status_detail: z.string().nullable(),
  summary_json: jsonColumn(testRunSchema.shape.summary),
  revision: z.number(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  triggered_by: z.string(),
  evaluation_json: jsonColumn(evaluationSchema).nullable(),
});
export type TestRunRow = z.output<typeof testRunRow>;

const { name, kind, status, durationMs, message, expected, actual, output, location } = testCaseSchema.shape;

export const testCaseRow = z.object({
  case_id: z.string(),
  name,
  kind,
  status,
  message,
  code: z.string().nullable(),
  expected,
  actual,
  output,
  duration_ms: durationMs,
  location_json: jsonColumn(location.unwrap()).nullable(),
  measures_json: jsonColumn(caseMeasuresSchema).nullable(),
});

export function toTestRun(row: TestRunRow): TestRunResource {
  return {
    ...toStoredFields(row),
    serverId: row.server_id,
    skillId: row.skill_id,
    version: row.version,
    digest: row.digest,
    partial: row.partial !== 0,
    deploymentId: row.deployment_id,
    status: row.status,
    statusDetail: row.status_detail,
    summary: row.summary_json,
    evaluation: row.evaluation_json,
    revision: row.revision,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    triggeredBy: row.triggered_by,
  };
}

export function toTestCase(row: z.output<typeof testCaseRow>): TestCaseResource {
  return {
    id: row.case_id,
    name: row.name,
    kind: row.kind,
    status: row.status,
    durationMs: row.duration_ms,
    message: row.message,
    code: row.code,
    expected: row.expected,
    actual: row.actual,
    output: row.output,
    location: row.location_json,
    measures: row.measures_json,
  };
}
