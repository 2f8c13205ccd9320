import { english } from "../../../text/language/englishTexts.ts";
import { escapeMarkdown } from "../../../text/markdown/escapeMarkdown.ts";
import { formatMarkdownFence } from "../../../text/markdown/formatMarkdownTable.ts";
import { needsAttention } from "./compatibilityReport.ts";
import type { CompatibilityReport, OperationReport } from "./compatibilityReportSchema.ts";
import { createOutcomeLabels } from "./compatibilityReportSchema.ts";
import { formatSource } from "./factSource.ts";
import { formatPreset, formatReason } from "./formatReport.ts";

/** The limit of an issue's text; the table comes first, and a section that does not fit is omitted. */
const most = 60_000;
/** The limit of a reason in the table. */
const mostReason = 200;

const outcomeLabels = createOutcomeLabels(english);

/** An English report as the text of an issue: an overview, then the details of each operation that needs attention. */
export function formatIssueText(report: CompatibilityReport): string {
  const { preset, facts } = report;
  const lines = [
    "## What works with a service",
    "",
    report.summary,
    "",
    ...(report.details === "" ? [] : [report.details, ""]),
    ...(report.dialect === "other" ? [formatPreset(report, english), ""] : []),
    ...table(
      ["What", "How", "Source"],
      facts.map(({ name, text, source }) => [name, code(text), formatSource(source, preset, english)]),
    ),
    ...table(["Operation", "Outcome", "Why"], report.operations.map(row)),
  ];
  let left = most - lines.join("\n").length;
  for (const operation of report.operations.filter(needsAttention)) {
    const text = details(operation);
    left -= text.join("\n").length + 1;
    if (left < 0) break;
    lines.push(...text);
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

/** The table has the reason of what does not work. */
function row(report: OperationReport): readonly string[] {
  const { operation, outcome } = report;
  const reason = needsAttention(report) ? (formatReason(report, english) ?? "").slice(0, mostReason) : "";
  return [code(operation), outcomeLabels[outcome].toLowerCase(), code(reason)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return rows.length === 0 ? [] : [line(head), line(head.map(() => "---")), ...rows.map(line), ""];
}

/** Quotes a text so that nothing in it becomes markup, a link or a mention. */
function code(text: string | null): string {
  if (text === null || text === "") return "";
  return /[`|\p{Cc}]/u.test(text) ? escapeMarkdown(text) : `\`${text}\``;
}

/** As JSON, so that names and paths can be copied. Empty fields are omitted. */
function details({ area, request, at, changes, ...rest }: OperationReport): readonly string[] {
  const isSaid = (value: unknown) => !["null", "[]", "{}"].includes(JSON.stringify(value));
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => isSaid(value)));
  return [`### ${code(rest.operation)}`, "", ...formatMarkdownFence(JSON.stringify(said, null, 2), "json"), ""];
}
