import { fenced } from "../fenced.ts";
import { markdownTable } from "../markdownTable.ts";
import { markdownText } from "../markdownText.ts";
import { outcomeWords } from "./outcomeWords.ts";
import { needsAttention } from "./report.ts";
import type { CompatibilityReport, OperationReport } from "./reportSchema.ts";
import { speech } from "./speech.ts";

/** Issues hold about this much; the table comes first, and what does not fit is left out whole. */
const most = 60_000;

/** The report as the text of an issue: what is there at a glance, then what is not understood with all that is known of it. */
export function issueText(report: CompatibilityReport): string {
  const head = [
    "## A service that is not fully understood",
    "",
    markdownText(report.summary),
    "",
    ...markdownTable(["What", "How"], speech(report)),
    ...markdownTable(["Operation", "Outcome", "Selected", "Wrapped", "Paged"], report.operations.map(row)),
  ];
  const lines = [...head];
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
  return [operation, outcomeWords[outcome].toLowerCase(), selected ?? "", wrapped ?? "", paged ?? ""];
}

/** As JSON: whoever works on it copies names and places from there. */
function details({ area, request, at, reached, ...rest }: OperationReport): readonly string[] {
  return [`### ${markdownText(rest.operation)}`, "", ...fenced(JSON.stringify(rest, null, 2), "json"), ""];
}
