import type { EvidenceReason } from "../../contract/evidence.ts";
import { formatFirst } from "../../text/formatFirst.ts";
import type { ShownFact, ShownOperation, ShownReport } from "../../webview/protocol/compatibilityPanelMessages.ts";
import { operationAreas } from "../console/operationAreas.ts";
import { needsAttention } from "./compatibilityReport.ts";
import type { CompatibilityReport, FactSource, OperationReport, ReportFact } from "./compatibilityReportSchema.ts";
import { outcomeLabels } from "./compatibilityReportSchema.ts";
import { formatSource } from "./factSource.ts";
import { readOperationNames } from "./readOperations.ts";
import { listReportAdvice, listServiceAdvice } from "./reportAdvice.ts";

/** The notes shown for each operation; the exported report has all of them. */
const mostNotes = 20;
const mostNames = 100;

export interface ReportOwner {
  readonly connection: string;
  readonly host: string;
  /** True by default. */
  readonly asksBeforeChanges?: boolean;
}

/** A report as text that a page can draw. */
export function formatCompatibilityReport(report: CompatibilityReport, owner: ReportOwner): ShownReport {
  const { connection, host, asksBeforeChanges = true } = owner;
  const { summary, details, facts, preset, dialect, totals, operations } = report;
  const areas = operationAreas.map(({ title }) => ({
    title,
    operations: operations.filter(({ area }) => area === title).map((one) => formatOperation(one, preset)),
  }));
  return {
    ...{ connection, host, summary, details },
    preset: dialect === "other" ? formatPreset(report) : null,
    protocolFacts: facts.map((fact) => formatFact(fact, preset)),
    advice: listServiceAdvice(report, asksBeforeChanges),
    operationCount: totals.all,
    areas: areas.filter((area) => area.operations.length > 0),
  };
}

/** `It looks like JSON:API.` */
export function formatPreset({ preset, facts }: Pick<CompatibilityReport, "preset" | "facts">): string {
  if (preset === null) return "It follows no convention that Fairlead knows.";
  const isChosen = facts.some(({ name, source }) => name === "Convention" && source === "you");
  return isChosen ? `You chose ${preset}.` : `It looks like ${preset}.`;
}

function formatFact({ name, text, source }: ReportFact, preset: string | null): ShownFact {
  return { name, text, source: formatOrigin(source, preset) };
}

/** `from the answer` */
function formatOrigin(source: FactSource, preset: string | null): string {
  return source === "learned" ? formatSource(source, preset) : `from ${formatSource(source, preset)}`;
}

function formatOperation(report: OperationReport, preset: string | null): ShownOperation {
  const { operation, request, outcome, states } = report;
  return {
    ...{ name: operation, request, outcome, outcomeLabel: outcomeLabels[outcome] },
    needsAttention: needsAttention(report),
    reason: formatReason(report),
    advice: listReportAdvice(report),
    states,
    facts: listFacts(report, preset),
    fields: report.fields.slice(0, mostNames).map(({ field, at, because, source }) => ({
      ...{ field, location: at },
      source: because === "profile" ? formatSource(source, preset) : `the answer: ${reasons[because]}`,
    })),
    notes: report.notes.slice(0, mostNotes),
  };
}

const reasons = {
  name: "the same name",
  synonym: "a usual name",
} as const satisfies Record<Exclude<EvidenceReason, "profile">, string>;

/** Why the operation does not work. */
export function formatReason({ operation, outcome, words, unreadable, changes }: OperationReport): string | null {
  if (outcome === "notTried") return formatNotTried(operation, changes);
  if (outcome === "works") return null;
  if (unreadable !== null) return unreadable;
  if (words !== null) return `The service said: "${words}"`;
  return outcome === "refused" ? "The service gave no reason." : null;
}

function formatNotTried(operation: string, changes: boolean): string {
  if (changes) return "It changes something, so a check never tries it.";
  const isRead = readOperationNames.some((name) => name === operation);
  return isRead ? "A check tries it if there is something to read." : "A check never tries it.";
}

function listFacts(report: OperationReport, preset: string | null): ShownFact[] {
  const seen = [
    ["Not known, kept", listNames(report.unknown)],
    ["Not given", listNames(report.unsaid)],
  ] as const;
  return [
    { name: "Request", text: report.request, source: null },
    ...(report.status === null
      ? []
      : [{ name: "Last answer", text: `status ${report.status}`, source: formatOrigin("answer", preset) }]),
    ...report.facts.map((fact) => formatFact(fact, preset)),
    ...seen.flatMap(([name, text]) => (text === null ? [] : [{ name, text, source: formatOrigin("answer", preset) }])),
  ];
}

function listNames(names: readonly string[]): string | null {
  return names.length === 0 ? null : formatFirst(names, mostNames);
}
