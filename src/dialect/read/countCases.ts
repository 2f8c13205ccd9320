import { isRecord, type UnknownRecord } from "../../text/record.ts";

const ends = ["passed", "failed", "skipped", "errored"] as const;

/** A test run with the counts of its cases, where the service gives the cases alone and each has ended. */
export function countCases(run: UnknownRecord): UnknownRecord {
  const { cases, summary } = run;
  if (!Array.isArray(cases) || cases.length === 0 || (isRecord(summary) && typeof summary.passed === "number"))
    return run;
  const counts = ends.map(
    (end) => [end, cases.filter((one: unknown) => isRecord(one) && one.status === end).length] as const,
  );
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  if (total !== cases.length) return run;
  return { ...run, summary: { ...(isRecord(summary) && summary), total, ...Object.fromEntries(counts) } };
}
