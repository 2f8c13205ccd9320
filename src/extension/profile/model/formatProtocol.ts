import type { DialectProfile, PagingProfile, SelectorProfile } from "../../../contract/dialectProfile.ts";
import { readFieldPath } from "../../../text/fieldPath.ts";
import type { Texts } from "../../../text/language/englishTexts.ts";
import type { ReportRedactor } from "./reportRedactor.ts";

/** How the names of a service and the texts of a report are written. */
export interface ReportWriter extends Pick<ReportRedactor, "name"> {
  readonly l10n: Texts;
}

/** `data.items` */
export function formatJsonPlace(given: readonly string[] | string, { name, l10n }: ReportWriter): string {
  const place = typeof given === "string" ? (readFieldPath(given) ?? [given]) : given;
  return place.length === 0 ? l10n.t("the answer itself") : place.map(name).join(".");
}

/** How the request names its item. */
export function formatSelector(known: SelectorProfile, { name, l10n }: ReportWriter): string {
  const selector = name(known.name);
  const places = {
    query: l10n.t`query parameter ${selector}`,
    header: l10n.t`header ${selector}`,
    body: l10n.t`body field ${selector}`,
    path: l10n.t("the path of the URL"),
  } as const;
  return known.value === undefined ? places[known.in] : l10n.t`${places[known.in]} as ${name(known.value)}`;
}

/** The service's name of a parameter or field of the contract; null: it has none. */
export function formatParameter(
  [parameter, serviceName]: readonly [string, string | null],
  { name, l10n }: ReportWriter,
): string {
  if (serviceName === null) return l10n.t`no ${parameter}`;
  return parameter === serviceName ? parameter : l10n.t`${parameter} as ${name(serviceName)}`;
}

export function formatPaging(paging: PagingProfile, writer: ReportWriter): string {
  const { name, l10n } = writer;
  const at = (place: string) => formatJsonPlace(place, writer);
  switch (paging.kind) {
    case "none":
      return l10n.t("one page holds all");
    case "cursor":
      return l10n.t`cursor ${name(paging.param)} from ${at(paging.next)}`;
    case "header":
      return l10n.t`header ${name(paging.header)} in ${name(paging.param)}`;
    case "page":
      return l10n.t`page number ${name(paging.param)} from ${paging.first}`;
    case "offset":
      return l10n.t`offset ${name(paging.param)}`;
    case "last":
      return l10n.t`the last item's id in ${name(paging.param)}`;
    case "link":
      return l10n.t("header Link with rel=next");
    case "range":
      return l10n.t("headers Range and Content-Range");
    case "url":
      return l10n.t`address of the next page at ${at(paging.next)}`;
  }
}

/** `Authorization: Bearer <key>` */
export function formatCredential({ credential }: DialectProfile, { name }: ReportWriter): string {
  const { header, scheme } = credential ?? { header: "Authorization", scheme: "Bearer" };
  return `${name(header)}: ${scheme ? `${name(scheme)} ` : ""}<key>`;
}

export function formatErrorShape({ errors }: DialectProfile, writer: ReportWriter): string | null {
  const { l10n } = writer;
  const said = Object.entries(errors ?? {}).flatMap(([what, place]) => {
    const at = typeof place === "object" ? place.list : place;
    return at === undefined ? [] : [l10n.t`${what} at ${formatJsonPlace(at, writer)}`];
  });
  return said.length === 0 ? null : said.join(", ");
}
