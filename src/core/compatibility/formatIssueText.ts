import { escapeMarkdown } from "../../text/escapeMarkdown.ts";
import { formatMarkdownFence } from "../../text/formatMarkdownFence.ts";
import { needsAttention } from "./compatibilityReport.ts";
import type { CompatibilityReport, OperationReport } from "./compatibilityReportSchema.ts";
import { listProtocolFacts } from "./listProtocolFacts.ts";
import { outcomeLabels } from "./outcomeLabels.ts";

/** The limit of an issue's text; the table comes first, and a section that does not fit is omitted. */
const most = 60_000;

/** The report as the text of an issue: an overview, then the details of each operation that is not understood. */
export function formatIssueText(report: CompatibilityReport): string {
  const lines = [
    "## A service that is not fully understood",
    "",
    report.summary,
    "",
    ...table(
      ["What", "How"],
      listProtocolFacts(report).map(([what, how]) => [what, code(how)]),
    ),
    ...table(["Operation", "Outcome", "Selected", "Wrapped", "Paged"], report.operations.map(row)),
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

function row({ operation, outcome, selected, wrapped, paged }: OperationReport): readonly string[] {
  return [code(operation), outcomeLabels[outcome].toLowerCase(), ...[selected, wrapped, paged].map(code)];
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
function details({ area, request, at, reached, changes, ...rest }: OperationReport): readonly string[] {
  const isSaid = (value: unknown) => !["null", "[]", "{}"].includes(JSON.stringify(value));
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => isSaid(value)));
  return [`### ${code(rest.operation)}`, "", ...formatMarkdownFence(JSON.stringify(said, null, 2), "json"), ""];
}
