import type { DialectProfile, PresetTitle } from "../../../contract/dialectProfile.ts";
import { type OperationName, operationTable } from "../../../contract/operations.ts";
import type { ValueExpression } from "../../../contract/profile/valueExpression.ts";
import { formatFieldPath } from "../../../text/fieldPath.ts";
import { english, type Texts } from "../../../text/language/englishTexts.ts";
import { operationOutcomes } from "../../../webview/protocol/compatibilityPanelMessages.ts";
import type { FactOrigins } from "../../connection/model/connectionProfile.ts";
import { formatRequestLine, isChangingOperation } from "../../console/model/formatOperation.ts";
import { operationAreas } from "../../console/model/operationAreas.ts";
import type { CompatibilityReport, OperationOutcome, OperationReport } from "./compatibilityReportSchema.ts";
import { findFactSource } from "./factSource.ts";
import { formatJsonPlace, type ReportWriter } from "./formatProtocol.ts";
import {
  type EvidenceByOperation,
  listOperationFacts,
  listServiceFacts,
  type ReportSubject,
} from "./listReportFacts.ts";
import { createReportRedactor, type HiddenIdentity, type ReportRedactor } from "./reportRedactor.ts";

export interface ReportOptions {
  readonly madeAt: string;
  readonly hidden: HiddenIdentity;
  readonly origins: FactOrigins;
  readonly presets: readonly PresetTitle[];
  /** English by default, because others read it too. */
  readonly l10n?: Texts;
}

/** Reports for each operation what was seen of it. Of the contract itself it reports only deviations. */
export function createCompatibilityReport(
  profile: DialectProfile,
  evidence: EvidenceByOperation,
  { madeAt, hidden, origins, presets, l10n = english }: ReportOptions,
): CompatibilityReport {
  const redactor = createReportRedactor(hidden);
  const preset = presets.find(({ name }) => name === profile.preset)?.title ?? null;
  const subject: ReportSubject = { profile, evidence, origins, redactor, preset, l10n };
  const all = operationAreas.flatMap(({ area, names }) => names.map((name) => reportOf(name, area, subject)));
  const totals = countOutcomes(all);
  const isContract = profile.dialect === "contract";
  return {
    version: 2,
    madeAt,
    dialect: profile.dialect,
    totals,
    preset,
    summary: isContract
      ? l10n.t("This service implements Fairlead's API.")
      : l10n.t`${totals.works} of ${totals.all} operations work.`,
    details: formatDetails(isContract ? { ...totals, notTried: 0 } : totals, all, l10n),
    facts: listServiceFacts(subject),
    operations: isContract ? all.filter(needsAttention) : all,
  };
}

/** Whether the service refused, failed or lacks the operation, or states something of it that Fairlead does not know. */
export function needsAttention({ outcome, states }: Pick<OperationReport, "outcome" | "states">): boolean {
  return (outcome !== "works" && outcome !== "notTried") || states.length > 0;
}

function reportOf(operation: OperationName, area: string, subject: ReportSubject): OperationReport {
  const { profile, evidence, redactor, l10n } = subject;
  const recorded = evidence[operation];
  const { name, text } = redactor;
  const outcome =
    profile.operations[operation]?.offered === false ? "notOffered" : (recorded?.outcome ?? ("notTried" as const));
  return {
    operation,
    area,
    request: formatRequestLine(operation),
    changes: isChangingOperation(operation),
    outcome,
    at: recorded?.at ?? null,
    status: recorded?.status ?? null,
    words: recorded?.words === undefined ? null : text(recorded.words),
    unreadable: recorded?.unreadable === undefined ? null : text(recorded.unreadable),
    facts: listOperationFacts(operation, subject),
    fields: listFields(operation, subject),
    unknown: (recorded?.unknown ?? []).map((place) => formatJsonPlace(place, { name, l10n })),
    unsaid: recorded?.unsaid ?? [],
    states: (recorded?.states ?? []).map((state) => formatReportedState(state, name)),
    notes: (recorded?.notes ?? []).map(text),
  };
}

/** The fields found in responses, then the fields that only the profile names. */
function listFields(operation: OperationName, { profile, evidence, origins, redactor, l10n }: ReportSubject) {
  const writer: ReportWriter = { name: redactor.name, l10n };
  const found = evidence[operation]?.fields ?? {};
  const named = profile.operations[operation]?.fields ?? {};
  const { kind } = operationTable[operation];
  const ofKind = profile.kinds?.[kind]?.fields ?? {};
  const sourceOf = (field: string) => {
    const [part, of] = Object.hasOwn(named, field) ? ["operations", operation] : ["kinds", kind];
    return findFactSource(origins, [part, of, "fields", field]);
  };
  return [
    ...Object.entries(found).map(([field, { place, because }]) => ({
      field,
      at: formatExpression(
        (because === "profile" ? (named[field] ?? ofKind[field]) : undefined) ?? formatFieldPath(place),
        writer,
      ),
      because,
      source: because === "profile" ? sourceOf(field) : ("answer" as const),
    })),
    ...Object.entries(named)
      .filter(([field]) => !Object.hasOwn(found, field))
      .map(([field, place]) => ({
        field,
        at: place ? formatExpression(place, writer) : l10n.t("nowhere"),
        because: "profile" as const,
        source: sourceOf(field),
      })),
  ];
}

function formatExpression(expression: ValueExpression, writer: ReportWriter): string {
  return typeof expression === "string" ? formatJsonPlace(expression, writer) : writer.l10n.t("an expression");
}

/** A state is a symbol or a few words; a longer text may hold other data. */
function formatReportedState(state: string, name: ReportRedactor["name"]): string {
  return /^[^\p{Cc}]{1,40}$/u.test(state) && state.split(" ").length <= 4 ? name(state) : "<left out>";
}

type Totals = CompatibilityReport["totals"];

function countOutcomes(all: readonly OperationReport[]): Totals {
  const count = (outcome: OperationOutcome) => all.filter((one) => one.outcome === outcome).length;
  const [works = 0, notTried = 0, refused = 0, notOffered = 0, failed = 0] = operationOutcomes.map(count);
  return { all: all.length, works, notTried, refused, notOffered, failed };
}

/** `9 not tried, 2 refused, 1 not offered. 1 has states that Fairlead does not know.` */
function formatDetails(
  { notTried, refused, notOffered, failed }: Totals,
  operations: readonly OperationReport[],
  l10n: Texts,
): string {
  const counts = [
    [notTried, l10n.t("not tried")],
    [refused, l10n.t("refused")],
    [notOffered, l10n.t("not offered")],
    [failed, l10n.t("failed for now")],
  ] as const;
  const parts = counts.flatMap(([count, text]) => (count === 0 ? [] : [`${count} ${text}`]));
  const strange = operations.filter(({ states }) => states.length > 0).length;
  return [
    ...(parts.length === 0 ? [] : [`${parts.join(", ")}.`]),
    ...(strange === 0
      ? []
      : strange === 1
        ? [l10n.t("1 has states that Fairlead does not know.")]
        : [l10n.t`${strange} have states that Fairlead does not know.`]),
  ].join(" ");
}
