import type { DialectProfile, OperationProfile } from "../../../contract/dialectProfile.ts";
import type { Evidence } from "../../../contract/evidence.ts";
import type { OperationName } from "../../../contract/operations.ts";
import type { Texts } from "../../../text/language/englishTexts.ts";
import type { FactOrigins } from "../../connection/model/connectionProfile.ts";
import type { ReportFact } from "./compatibilityReportSchema.ts";
import { findCommonSource, findFactSource } from "./factSource.ts";
import {
  formatCredential,
  formatErrorShape,
  formatJsonPlace,
  formatPaging,
  formatParameter,
  formatSelector,
  type ReportWriter,
} from "./formatProtocol.ts";
import type { ReportRedactor } from "./reportRedactor.ts";

export type EvidenceByOperation = Readonly<Partial<Record<OperationName, Evidence>>>;

/** What is known of a service. */
export interface ReportSubject {
  readonly profile: DialectProfile;
  readonly evidence: EvidenceByOperation;
  readonly origins: FactOrigins;
  readonly redactor: ReportRedactor;
  /** The title of the service's convention. */
  readonly preset: string | null;
  readonly l10n: Texts;
}

/** The name of the fact that names the preset. */
export const nameConvention = (l10n: Texts): string => l10n.t("Convention");

/** How a service speaks, as far as it is known. */
export function listServiceFacts({ profile, origins, redactor, preset, l10n }: ReportSubject): ReportFact[] {
  const { name } = redactor;
  const writer: ReportWriter = { name, l10n };
  const { dialect, tenant, document } = profile;
  const errors = formatErrorShape(profile, writer);
  const sourceOf = (line: string, unless?: ReportFact["source"]) => findFactSource(origins, [line], unless);
  return [
    ...(dialect === "unknown"
      ? []
      : [
          {
            name: l10n.t("API"),
            text: dialect === "contract" ? l10n.t("As Fairlead does") : l10n.t("In its own way"),
            source: sourceOf("dialect", "answer"),
          },
        ]),
    ...(profile.preset === undefined
      ? []
      : [
          { name: nameConvention(l10n), text: preset ?? name(profile.preset), source: sourceOf("preset", "answer") },
          { name: l10n.t("What is not listed"), text: l10n.t("As in this convention"), source: "preset" as const },
        ]),
    {
      name: l10n.t("Key"),
      text: formatCredential(profile, writer),
      source: sourceOf("credential", profile.credential ? "learned" : "answer"),
    },
    ...(tenant
      ? [{ name: l10n.t("Organization"), text: l10n.t`header ${name(tenant.header)}`, source: sourceOf("tenant") }]
      : []),
    ...(errors === null
      ? []
      : [
          {
            name: l10n.t("Errors"),
            text: errors,
            source: findCommonSource(origins, ["errors"], Object.keys(profile.errors ?? {})),
          },
        ]),
    ...(document === undefined
      ? []
      : [
          {
            name: l10n.t("OpenAPI document"),
            text: document === null ? l10n.t("none was found") : l10n.t("found and read"),
            source: sourceOf("document", document === null ? "answer" : "document"),
          },
        ]),
  ];
}

/** How an operation is called and answered, one line of the profile after the other. */
export function listOperationFacts(
  operation: OperationName,
  { profile, origins, redactor, l10n }: ReportSubject,
): ReportFact[] {
  const known = profile.operations[operation] ?? {};
  const writer: ReportWriter = { name: redactor.name, l10n };
  const operationLines = createOperationLines(writer);
  const lines = (Object.keys(operationLines) as (keyof typeof operationLines)[]).flatMap((line): ReportFact[] => {
    const { title, format } = operationLines[line];
    const text = format(known);
    return text === null
      ? []
      : [{ name: title, text, source: findFactSource(origins, ["operations", operation, line]) }];
  });
  const params = Object.entries(known.params ?? {});
  if (params.length > 0)
    lines.push({
      name: l10n.t("Parameters"),
      text: params.map((param) => formatParameter(param, writer)).join(", "),
      source: findCommonSource(origins, ["operations", operation, "params"], Object.keys(known.params ?? {})),
    });
  return lines;
}

interface OperationLine {
  readonly title: string;
  /** null: nothing is known. */
  readonly format: (known: OperationProfile) => string | null;
}

function createOperationLines(writer: ReportWriter) {
  const { name, l10n } = writer;
  const formatPlace = (place: string | undefined) => (place ? formatJsonPlace(place, writer) : null);
  return {
    offered: { title: l10n.t("Offered"), format: ({ offered }) => (offered === false ? l10n.t("no") : null) },
    select: { title: l10n.t("Selected by"), format: ({ select }) => (select ? formatSelector(select, writer) : null) },
    list: { title: l10n.t("List"), format: ({ list }) => formatPlace(list) },
    item: { title: l10n.t("Item"), format: ({ item }) => formatPlace(item) },
    paging: { title: l10n.t("Paged"), format: ({ paging }) => (paging ? formatPaging(paging, writer) : null) },
    pageSize: {
      title: l10n.t("Page size"),
      format: ({ pageSize }) => (pageSize === undefined ? null : name(pageSize)),
    },
    maxPageSize: {
      title: l10n.t("Largest page"),
      format: ({ maxPageSize }) => (maxPageSize === undefined ? null : String(maxPageSize)),
    },
    wrapper: { title: l10n.t("Body in"), format: ({ wrapper }) => formatPlace(wrapper) },
    body: {
      title: l10n.t("Request body"),
      format: ({ body }) => (body ? Object.keys(body).map(name).join(", ") : null),
    },
  } as const satisfies Partial<Record<keyof OperationProfile, OperationLine>>;
}
