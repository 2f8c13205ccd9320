import { formatQuantity } from "../../text/language/formatQuantity.ts";

/** Where something stands, as people and other programs name it. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** One thing that was checked. */
export interface Check {
  readonly status: "passed" | "warning" | "failed" | "errored" | "skipped";
  /** The status in the words of the command, such as `breaking`. */
  readonly label: string;
  readonly group: string;
  readonly name: string;
  readonly message: string;
  readonly place?: Place | undefined;
  readonly durationMs?: number | undefined;
}

export interface CheckReport {
  readonly title: string;
  readonly checks: readonly Check[];
}

export const isFailedCheck = ({ status }: Check) => status === "failed" || status === "errored";

/** `2 breaking, 1 compatible` */
export function formatCounts({ checks }: CheckReport): string {
  const groups = Map.groupBy(checks, ({ label }) => label);
  return (
    [...groups].map(([label, { length }]) => `${length} ${label}`).join(", ") || formatQuantity(0, "check", "checks")
  );
}

/** One line a check, as compilers write their messages, and one with the counts. */
export function formatReportLines(report: CheckReport): readonly string[] {
  return [...report.checks.map(formatCheck), `${report.title}: ${formatCounts(report)}`];
}

export function formatCheck({ label, name, message, place }: Check): string {
  const start = place ? `${formatPlace(place)}: ` : "";
  return `${start}${label}: ${[name, message].filter((text) => text !== "").join(": ")}`;
}

export function formatPlace({ file, line, column }: Place): string {
  return [file, line, ...(column === undefined ? [] : [column])].join(":");
}

/** A check in the documents of `--json`. */
export function formatCheckJson({ label, name, message, place }: Check) {
  return { result: label, name, message, place: place ?? null };
}
