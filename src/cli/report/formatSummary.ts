import { escapeMarkdown } from "../../text/markdown/escapeMarkdown.ts";
import { formatMarkdownTable } from "../../text/markdown/formatMarkdownTable.ts";
import { type CheckReport, formatCounts, formatPlace } from "./checkReport.ts";

/** GitHub shows no summary of more than a megabyte. */
const mostRows = 1000;

/** A report as a section of Markdown. What passed and says nothing is only counted. */
export function formatSummary(report: CheckReport): string {
  const listed = report.checks.filter(({ status, message }) => status !== "passed" || message !== "");
  const rows = listed
    .slice(0, mostRows)
    .map(({ label, name, message, place }) => [label, name, message, place ? formatPlace(place) : ""]);
  const left = listed.length - rows.length;
  return [
    `## ${escapeMarkdown(report.title)}`,
    "",
    formatCounts(report),
    "",
    ...(rows.length > 0 ? formatMarkdownTable(["Result", "What", "Why", "Where"], rows) : []),
    ...(left > 0 ? [`${left} more are not listed.`, ""] : []),
  ].join("\n");
}
