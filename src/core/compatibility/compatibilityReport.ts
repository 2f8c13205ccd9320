import type { DialectProfile, OperationProfile } from "../../contract/dialectProfile.ts";
import type { Evidence } from "../../contract/evidence.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { formatRequestLine, isChangingOperation } from "../console/formatOperation.ts";
import { operationAreas } from "../console/operationAreas.ts";
import {
  type CompatibilityReport,
  type OperationOutcome,
  type OperationReport,
  operationOutcomes,
} from "./compatibilityReportSchema.ts";
import {
  formatCredential,
  formatErrorShape,
  formatJsonPlace,
  formatPaging,
  formatSelector,
  formatWrapping,
} from "./formatProtocol.ts";
import { createReportRedactor, type HiddenIdentity, type ReportRedactor } from "./reportRedactor.ts";

/** Reading operations that show how a changing operation selects its item, or what its fields are called. */
const readersOfChanges: Readonly<Partial<Record<OperationName, OperationName>>> = {
  "userSettings.update": "userSettings.get",
  "apiKeys.create": "apiKeys.list",
  "projects.create": "projects.list",
  "project.update": "project.get",
  "servers.create": "servers.list",
  "server.update": "serverTestRuns.list",
  "server.generate": "serverTestRuns.list",
  "server.deploy": "serverTestRuns.list",
  "serverTestRuns.start": "serverTestRuns.list",
  "skills.create": "skills.list",
  "skill.update": "skill.installations",
  "skill.install": "skill.installations",
  "skill.uninstall": "skill.installations",
  "skillTestRuns.start": "skillTestRuns.list",
  "oauthConnection.delete": "oauthConnection.get",
};

export type EvidenceByOperation = Readonly<Partial<Record<OperationName, Evidence>>>;

export interface ReportOptions {
  readonly madeAt: string;
  readonly hidden: HiddenIdentity;
}

/** Reports for each operation how well the service is understood. Of the contract itself it reports only deviations. */
export function createCompatibilityReport(
  profile: DialectProfile,
  evidence: EvidenceByOperation,
  about: ReportOptions,
): CompatibilityReport {
  const redactor = createReportRedactor(about.hidden);
  const isContract = profile.dialect === "contract";
  const all = operationAreas.flatMap(({ title, names }) =>
    names.map((name) => reportOf(name, title, { profile, evidence, redactor })),
  );
  const totals = countOutcomes(all);
  return {
    version: 1,
    madeAt: about.madeAt,
    dialect: profile.dialect,
    summary: formatReportSummary(profile.dialect, totals, all),
    credential: formatCredential(profile, redactor.name),
    tenant: profile.tenant ? redactor.name(profile.tenant.header) : null,
    errors: formatErrorShape(profile, redactor.name),
    document: profile.document === undefined ? null : profile.document !== null,
    totals,
    operations: isContract ? all.filter(needsAttention) : all,
  };
}

/** Whether the service lacks or forbids the operation, or answers it in a way that is not understood. */
export function needsAttention({ outcome, states }: Pick<OperationReport, "outcome" | "states">): boolean {
  return outcome === "missing" || outcome === "forbidden" || outcome === "unclear" || states.length > 0;
}

interface Known {
  readonly profile: DialectProfile;
  readonly evidence: EvidenceByOperation;
  readonly redactor: ReportRedactor;
}

function reportOf(operation: OperationName, area: string, all: Known): OperationReport {
  const { profile, evidence, redactor } = all;
  const known = profile.operations[operation] ?? {};
  const recorded = evidence[operation];
  const { name } = redactor;
  const reader = readerOf(operation, all);
  const outcome = outcomeOf(profile, known, recorded, reader);
  const fields = fieldsOf(known, recorded, name);
  return {
    ...{ operation, area, request: formatRequestLine(operation), changes: isChangingOperation(operation) },
    ...{ outcome, reached: recorded !== undefined, at: recorded?.at ?? null, status: recorded?.status ?? null },
    selected: formatSelector(
      operation,
      known.select ?? (reader && profile.operations[reader]?.select),
      isUnderstoodOutcome(outcome),
      name,
    ),
    wrapped: formatWrapping(known, name),
    paged: formatPaging(known, name),
    params: Object.fromEntries(
      Object.entries(known.params ?? {}).map(([parameter, serviceName]) => [
        parameter,
        serviceName === null ? null : name(serviceName),
      ]),
    ),
    body: Object.keys(known.body ?? {}).map(name),
    fields,
    assumed: fields.filter(({ because }) => because === "likeness" || because === "values").map(({ field }) => field),
    unknown: (recorded?.unknown ?? []).map((place) => formatJsonPlace(place, name)),
    unsaid: recorded?.unsaid ?? [],
    states: (recorded?.states ?? []).map((state) => formatReportedState(state, name)),
    notes: [...(recorded?.notes ?? []).map(redactor.text), ...reasonOf(operation, outcome, recorded, reader)],
  };
}

/** The reading operation that shows how this one is called, when that one is understood. */
function readerOf(operation: OperationName, { evidence }: Known): OperationName | undefined {
  const reader = readersOfChanges[operation];
  const outcome = reader && evidence[reader]?.outcome;
  return outcome === "recognised" || outcome === "assumed" ? reader : undefined;
}

function outcomeOf(
  { dialect }: DialectProfile,
  known: OperationProfile,
  recorded: Evidence | undefined,
  reader: OperationName | undefined,
): OperationOutcome {
  if (known.offered === false) return "missing";
  if (recorded) return recorded.outcome;
  if (dialect === "contract") return "recognised";
  return reader || Object.keys(known).length > 0 ? "assumed" : "notCalled";
}

export const isUnderstoodOutcome = (outcome: OperationOutcome) => outcome === "recognised" || outcome === "assumed";

/** The fields found in responses, then the fields that only the profile names. */
function fieldsOf(known: OperationProfile, recorded: Evidence | undefined, name: ReportRedactor["name"]) {
  const found = Object.entries(recorded?.fields ?? {});
  const profileOnly = Object.entries(known.fields ?? {}).filter(
    ([field]) => !Object.hasOwn(recorded?.fields ?? {}, field),
  );
  return [
    ...found.map(([field, { place, because }]) => ({ field, at: formatJsonPlace(place, name), because })),
    ...profileOnly.map(([field, place]) => ({ field, at: formatJsonPlace(place, name), because: "profile" as const })),
  ];
}

/** A state is a symbol or a few words; a longer text may hold other data. */
function formatReportedState(state: string, name: ReportRedactor["name"]): string {
  return /^[^\p{Cc}]{1,40}$/u.test(state) && state.split(" ").length <= 4 ? name(state) : "<left out>";
}

/** Why there is no evidence of the operation. */
function reasonOf(
  operation: OperationName,
  outcome: OperationOutcome,
  recorded: Evidence | undefined,
  reader: OperationName | undefined,
): readonly string[] {
  if (recorded || outcome === "missing" || outcome === "recognised") return [];
  if (operationTable[operation].method !== "GET") {
    const known = reader ? `It is probably called like ${reader}` : "This report has what is known";
    return [`A check never tries it. ${known}; the rest shows when it is used.`];
  }
  return ["There is no evidence yet: a check needs an existing item."];
}

function countOutcomes(all: readonly OperationReport[]): CompatibilityReport["totals"] {
  const count = (outcome: OperationOutcome) => all.filter((one) => one.outcome === outcome).length;
  const [recognised, assumed, missing, forbidden, unclear, notCalled] = operationOutcomes.map(count);
  return {
    all: all.length,
    understood: all.filter(({ outcome }) => isUnderstoodOutcome(outcome)).length,
    ...{ recognised: recognised ?? 0, assumed: assumed ?? 0, missing: missing ?? 0 },
    ...{ forbidden: forbidden ?? 0, unclear: unclear ?? 0, notCalled: notCalled ?? 0 },
  };
}

type Totals = CompatibilityReport["totals"];

/** Summarizes the report in two sentences. */
function formatReportSummary(
  dialect: CompatibilityReport["dialect"],
  { all, understood, missing, forbidden, unclear, notCalled }: Totals,
  operations: readonly OperationReport[],
): string {
  if (dialect === "contract" && understood === all)
    return `This service implements Fairlead's API: all ${all} operations are understood.`;
  const strange = operations.filter(({ states }) => states.length > 0).length;
  const parts = [
    part(unclear, "is not understood", "are not understood"),
    part(missing, "is not offered", "are not offered"),
    part(forbidden, "is not allowed with this key", "are not allowed with this key"),
    part(notCalled, "was not called yet", "were not called yet"),
    part(strange, "has states that Fairlead does not know", "have states that Fairlead does not know"),
  ].filter((one) => one !== "");
  return [
    `${understood} of ${all} operations are understood.`,
    ...(parts.length > 0 ? [`${parts.join(", ")}.`] : []),
  ].join(" ");
}

function part(count: number, one: string, many: string): string {
  return count === 0 ? "" : `${count} ${count === 1 ? one : many}`;
}
