import * as l10n from "@vscode/l10n";
import type { EvidenceReason } from "../../../contract/evidence.ts";
import { formatFirst } from "../../../text/formatFirst.ts";
import type { Texts } from "../../../text/language/englishTexts.ts";
import type {
  ShownFact,
  ShownOperation,
  ShownReport,
  ShownServiceProfile,
} from "../../../webview/protocol/compatibilityPanelMessages.ts";
import { operationAreas } from "../../console/model/operationAreas.ts";
import { needsAttention } from "./compatibilityReport.ts";
import {
  type CompatibilityReport,
  type FactSource,
  type OperationReport,
  outcomeLabels,
  type ReportFact,
} from "./compatibilityReportSchema.ts";
import { formatSource } from "./factSource.ts";
import { nameConvention } from "./listReportFacts.ts";
import { readOperationNames } from "./readOperations.ts";
import { listReportAdvice } from "./reportAdvice.ts";

/** The notes shown for each operation; the exported report has all of them. */
const mostNotes = 20;
const mostNames = 100;

export interface ReportOwner {
  readonly connection: string;
  readonly host: string;
}

/** A report in the language of the user, as text that a page can draw. */
export function formatCompatibilityReport(
  report: CompatibilityReport,
  owner: ReportOwner,
  profile: ShownServiceProfile | null = null,
): ShownReport {
  const { connection, host } = owner;
  const { summary, details, facts, preset, dialect, totals, operations } = report;
  const areas = operationAreas.map(({ area: own, title }) => ({
    title,
    operations: operations.filter(({ area }) => area === own).map((one) => formatOperation(one, preset)),
  }));
  return {
    connection,
    host,
    summary,
    details,
    preset: dialect === "other" ? formatPreset(report, l10n) : null,
    profile,
    protocolFacts: facts.map((fact) => formatFact(fact, preset)),
    operationCount: totals.all,
    areas: areas.filter((area) => area.operations.length > 0),
  };
}

/** `It looks like JSON:API.` */
export function formatPreset({ preset, facts }: Pick<CompatibilityReport, "preset" | "facts">, l10n: Texts): string {
  if (preset === null) return l10n.t("It follows no convention that Fairlead knows.");
  const isChosen = facts.some(({ name, source }) => name === nameConvention(l10n) && source === "you");
  return isChosen ? l10n.t`You chose ${preset}.` : l10n.t`It looks like ${preset}.`;
}

function formatFact({ name, text, source }: ReportFact, preset: string | null): ShownFact {
  return { name, text, source: formatOrigin(source, preset) };
}

/** `from the answer` */
function formatOrigin(source: FactSource, preset: string | null): string {
  const text = formatSource(source, preset, l10n);
  return source === "learned" ? text : l10n.t`from ${text}`;
}

function formatOperation(report: OperationReport, preset: string | null): ShownOperation {
  const { operation, request, outcome, states } = report;
  return {
    name: operation,
    request,
    outcome,
    outcomeLabel: outcomeLabels[outcome],
    needsAttention: needsAttention(report),
    reason: formatReason(report, l10n),
    advice: listReportAdvice(report),
    states,
    facts: listFacts(report, preset),
    fields: report.fields.slice(0, mostNames).map(({ field, at, because, source }) => ({
      field,
      location: at,
      source: because === "profile" ? formatSource(source, preset, l10n) : l10n.t`the answer: ${reasons[because]}`,
    })),
    notes: report.notes.slice(0, mostNotes),
  };
}

const reasons = {
  name: l10n.t("the same name"),
  synonym: l10n.t("a usual name"),
} as const satisfies Record<Exclude<EvidenceReason, "profile">, string>;

/** Why the operation does not work. */
export function formatReason(
  { operation, outcome, words, unreadable, changes }: OperationReport,
  l10n: Texts,
): string | null {
  if (outcome === "notTried") return formatNotTried(operation, changes, l10n);
  if (outcome === "works") return null;
  if (unreadable !== null) return unreadable;
  if (words !== null) return l10n.t`The service said: "${words}"`;
  return outcome === "refused" ? l10n.t("The service gave no reason.") : null;
}

function formatNotTried(operation: string, changes: boolean, l10n: Texts): string {
  if (changes) return l10n.t("It changes something, so a check never tries it.");
  const isRead = readOperationNames.some((name) => name === operation);
  return isRead ? l10n.t("A check tries it if there is something to read.") : l10n.t("A check never tries it.");
}

function listFacts(report: OperationReport, preset: string | null): ShownFact[] {
  const seen = [
    [l10n.t("Not known, kept"), listNames(report.unknown)],
    [l10n.t("Not given"), listNames(report.unsaid)],
  ] as const;
  return [
    { name: l10n.t("Request"), text: report.request, source: null },
    ...(report.status === null
      ? []
      : [
          {
            name: l10n.t("Last answer"),
            text: l10n.t`status ${report.status}`,
            source: formatOrigin("answer", preset),
          },
        ]),
    ...report.facts.map((fact) => formatFact(fact, preset)),
    ...seen.flatMap(([name, text]) => (text === null ? [] : [{ name, text, source: formatOrigin("answer", preset) }])),
  ];
}

function listNames(names: readonly string[]): string | null {
  return names.length === 0 ? null : formatFirst(names, mostNames);
}
