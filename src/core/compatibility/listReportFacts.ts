import type { DialectProfile, OperationProfile } from "../../contract/dialectProfile.ts";
import type { Evidence } from "../../contract/evidence.ts";
import type { OperationName } from "../../contract/operations.ts";
import type { FactOrigins } from "../connection/connectionProfile.ts";
import type { ReportFact } from "./compatibilityReportSchema.ts";
import { findCommonSource, findFactSource } from "./factSource.ts";
import {
  formatCredential,
  formatErrorShape,
  formatJsonPlace,
  formatPaging,
  formatParameter,
  formatSelector,
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
}

const dialects = { contract: "As Fairlead does", other: "In its own way", unknown: "Not known yet" } as const;

/** How a service speaks, as far as it is known. */
export function listServiceFacts({ profile, origins, redactor, preset }: ReportSubject): ReportFact[] {
  const { name } = redactor;
  const { dialect, tenant, document } = profile;
  const errors = formatErrorShape(profile, name);
  const sourceOf = (line: string, unless?: ReportFact["source"]) => findFactSource(origins, [line], unless);
  return [
    ...(dialect === "unknown" ? [] : [{ name: "API", text: dialects[dialect], source: sourceOf("dialect", "answer") }]),
    ...(profile.preset === undefined
      ? []
      : [
          { name: "Convention", text: preset ?? name(profile.preset), source: sourceOf("preset", "answer") },
          { name: "What is not listed", text: "As in this convention", source: "preset" as const },
        ]),
    {
      name: "Key",
      text: formatCredential(profile, name),
      source: sourceOf("credential", profile.credential ? "learned" : "answer"),
    },
    ...(tenant ? [{ name: "Organization", text: `header ${name(tenant.header)}`, source: sourceOf("tenant") }] : []),
    ...(errors === null
      ? []
      : [
          {
            name: "Errors",
            text: errors,
            source: findCommonSource(origins, ["errors"], Object.keys(profile.errors ?? {})),
          },
        ]),
    ...(document === undefined
      ? []
      : [
          {
            name: "OpenAPI document",
            text: document === null ? "none was found" : "found and read",
            source: sourceOf("document", document === null ? "answer" : "document"),
          },
        ]),
  ];
}

/** How an operation is called and answered, one line of the profile after the other. */
export function listOperationFacts(
  operation: OperationName,
  { profile, origins, redactor }: ReportSubject,
): ReportFact[] {
  const known = profile.operations[operation] ?? {};
  const { name } = redactor;
  const lines = (Object.keys(operationLines) as (keyof typeof operationLines)[]).flatMap((line): ReportFact[] => {
    const { title, format } = operationLines[line];
    const text = format(known, name);
    return text === null
      ? []
      : [{ name: title, text, source: findFactSource(origins, ["operations", operation, line]) }];
  });
  const params = Object.entries(known.params ?? {});
  if (params.length > 0)
    lines.push({
      name: "Parameters",
      text: params.map((param) => formatParameter(param, name)).join(", "),
      source: findCommonSource(origins, ["operations", operation, "params"], Object.keys(known.params ?? {})),
    });
  return lines;
}

type Name = (text: string) => string;
interface OperationLine {
  readonly title: string;
  /** null: nothing is known. */
  readonly format: (known: OperationProfile, name: Name) => string | null;
}

const formatPlace = (place: readonly string[] | undefined, name: Name) => (place ? formatJsonPlace(place, name) : null);

const operationLines = {
  offered: { title: "Offered", format: ({ offered }) => (offered === false ? "no" : null) },
  select: { title: "Selected by", format: ({ select }, name) => (select ? formatSelector(select, name) : null) },
  list: { title: "List", format: ({ list }, name) => formatPlace(list, name) },
  item: { title: "Item", format: ({ item }, name) => formatPlace(item, name) },
  paging: { title: "Paged", format: ({ paging }, name) => (paging ? formatPaging(paging, name) : null) },
  pageSize: { title: "Page size", format: ({ pageSize }, name) => (pageSize === undefined ? null : name(pageSize)) },
  maxPageSize: {
    title: "Largest page",
    format: ({ maxPageSize }) => (maxPageSize === undefined ? null : String(maxPageSize)),
  },
  wrapper: { title: "Body in", format: ({ wrapper }, name) => formatPlace(wrapper, name) },
  body: { title: "Request body", format: ({ body }, name) => (body ? Object.keys(body).map(name).join(", ") : null) },
} as const satisfies Partial<Record<keyof OperationProfile, OperationLine>>;
