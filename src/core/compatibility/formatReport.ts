import type { EvidenceReason } from "../../contract/evidence.ts";
import type { ShownOperation, ShownReport } from "../../webview/protocol/compatibilityPanelMessages.ts";
import { operationAreas } from "../console/operationAreas.ts";
import { needsAttention } from "./compatibilityReport.ts";
import type { CompatibilityReport, OperationReport } from "./compatibilityReportSchema.ts";
import { listProtocolFacts } from "./listProtocolFacts.ts";
import { outcomeLabels } from "./outcomeLabels.ts";

/** The notes shown for each operation; the exported report has all of them. */
const mostNotes = 20;
const mostNames = 100;

export interface ReportOwner {
  readonly connection: string;
  readonly host: string;
}

/** A report as text that a page can draw. */
export function formatCompatibilityReport(report: CompatibilityReport, owner: ReportOwner): ShownReport {
  const areas = operationAreas.map(({ title }) => ({
    title,
    operations: report.operations.filter(({ area }) => area === title).map(shownOperation),
  }));
  return {
    ...owner,
    summary: report.summary,
    protocolFacts: listProtocolFacts(report).map(([name, text]) => ({ name, text })),
    operationCount: report.totals.all,
    areas: areas.filter(({ operations }) => operations.length > 0),
  };
}

const reasons = {
  name: "same name",
  synonym: "a synonym",
  likeness: "assumed: a similar name",
  values: "assumed: its values",
  profile: "as the profile says",
} as const satisfies Record<EvidenceReason, string>;

function shownOperation(report: OperationReport): ShownOperation {
  const { operation, request, outcome } = report;
  return {
    ...{ name: operation, request, outcome, outcomeLabel: outcomeLabels[outcome] },
    needsAttention: needsAttention(report),
    facts: factsOf(report),
    fields: report.fields
      .slice(0, mostNames)
      .map(({ field, at, because }) => ({ field, location: at, reason: reasons[because] })),
    notes: report.notes.slice(0, mostNotes),
    canMap: outcome === "unclear" && request.startsWith("GET "),
  };
}

function factsOf(report: OperationReport): ShownOperation["facts"] {
  const params = Object.entries(report.params).map(([parameter, serviceName]) =>
    serviceName === null ? `no ${parameter}` : parameter === serviceName ? parameter : `${parameter} as ${serviceName}`,
  );
  const facts: readonly (readonly [string, string | null])[] = [
    ["Request", report.request],
    ["Last answer", report.status === null ? null : `status ${report.status}`],
    ["Selected by", report.selected],
    ["Wrapped", report.wrapped],
    ["Paged", report.paged],
    ["Parameters", list(params)],
    ["Request body", list(report.body)],
    ["Not understood, kept", list(report.unknown)],
    ["Not given", list(report.unsaid)],
    ["Unknown states", list(report.states)],
  ];
  return facts.flatMap(([name, text]) => (text === null ? [] : [{ name, text }]));
}

function list(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
