import * as l10n from "@vscode/l10n";
import type { DialectProfile } from "../../../contract/dialectProfile.ts";
import type { OperationName } from "../../../contract/operations.ts";
import {
  operationOutcomes,
  type ShownOperation,
  type ShownReport,
} from "../../../webview/protocol/compatibilityPanelMessages.ts";
import type { RecordedEvidence } from "../../connection/model/connectionProfile.ts";
import { formatRequestLine } from "../../console/model/formatOperation.ts";
import { operationAreas } from "../../console/model/operationAreas.ts";
import type { FormatServiceText } from "./page/formatServiceText.ts";

/** What is known of a service. */
export interface ReportSubject {
  readonly profile: DialectProfile;
  readonly evidence: RecordedEvidence;
}

type Outcome = ShownOperation["outcome"];
type Totals = Readonly<Record<Outcome | "all", number>>;

const outcomeLabels: Readonly<Record<Outcome, string>> = {
  works: l10n.t("Works"),
  notTried: l10n.t("Not tried"),
  refused: l10n.t("Refused"),
  notOffered: l10n.t("Not offered"),
  failed: l10n.t("Failed for now"),
};

const allOperations = operationAreas.flatMap(({ names }) => names);

/** How many operations had which outcome. */
export function countOutcomes(subject: ReportSubject): Totals {
  const outcomes = allOperations.map((name) => findOutcome(name, subject));
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const [works = 0, notTried = 0, refused = 0, notOffered = 0, failed = 0] = operationOutcomes.map(count);
  return { all: outcomes.length, works, notTried, refused, notOffered, failed };
}

function findOutcome(name: OperationName, { profile, evidence }: ReportSubject): Outcome {
  return profile.operations[name]?.offered === false ? "notOffered" : (evidence[name]?.outcome ?? "notTried");
}

/** What works with a service, operation by operation. Of the contract itself only deviations are shown. */
export function formatServiceReport(
  subject: ReportSubject,
  formatText: FormatServiceText,
): Pick<ShownReport, "summary" | "details" | "areas"> {
  const isContract = subject.profile.dialect === "contract";
  const totals = countOutcomes(subject);
  const areas = operationAreas.map(({ title, names }) => ({
    title,
    operations: names.map((name) => formatOperation(name, subject, formatText)),
  }));
  return {
    summary: isContract
      ? l10n.t("This service implements Fairlead's API.")
      : l10n.t`${totals.works} of ${totals.all} operations work.`,
    details: formatDetails(
      isContract ? { ...totals, notTried: 0 } : totals,
      areas.flatMap(({ operations }) => operations),
    ),
    areas: areas
      .map(({ title, operations }) => ({
        title,
        operations: isContract ? operations.filter(({ needsAttention }) => needsAttention) : operations,
      }))
      .filter(({ operations }) => operations.length > 0),
  };
}

function formatOperation(name: OperationName, subject: ReportSubject, formatText: FormatServiceText): ShownOperation {
  const outcome = findOutcome(name, subject);
  const { status, words, unreadable, states = [] } = subject.evidence[name] ?? {};
  const isBad = outcome !== "works" && outcome !== "notTried";
  const reason = isBad ? (unreadable ?? formatWords(outcome, words)) : null;
  return {
    name,
    request: formatRequestLine(name),
    outcome,
    outcomeLabel: outcomeLabels[outcome],
    needsAttention: isBad || states.length > 0,
    reason: reason && formatText("reason", reason),
    advice: listAdvice(outcome, status),
    states: states.map((state) => formatText("state", state)),
  };
}

function formatWords(outcome: Outcome, words: string | undefined): string | null {
  if (words !== undefined) return l10n.t`The service said: "${words}"`;
  return outcome === "refused" ? l10n.t("The service gave no reason.") : null;
}

/** What the user can do about an operation that is refused. */
function listAdvice(outcome: Outcome, status: number | undefined): ShownOperation["advice"] {
  // A key that lacks the permission cannot get it from a profile.
  if (outcome !== "refused" || status === 403) return [];
  if (status === 401) return [{ action: "chooseKeyHeader", title: l10n.t("Choose the Key's Header...") }];
  return [{ action: "editProfile", title: l10n.t("Edit as JSON") }];
}

/** `9 not tried, 2 refused, 1 not offered. 1 has states that Fairlead does not know.` */
function formatDetails(
  { notTried, refused, notOffered, failed }: Totals,
  operations: readonly Pick<ShownOperation, "states">[],
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
