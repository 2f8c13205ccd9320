import type { DialectProfile, PagingProfile, SelectorProfile } from "../../contract/dialectProfile.ts";
import type { ReportRedactor } from "./reportRedactor.ts";

type Name = ReportRedactor["name"];

/** `data.items` */
export function formatJsonPlace(place: readonly string[], name: Name): string {
  return place.length === 0 ? "the answer itself" : place.map(name).join(".");
}

const places = { query: "query parameter", header: "header", body: "body field" } as const;

/** How the request names its item. */
export function formatSelector(known: SelectorProfile, name: Name): string {
  const value = known.value === undefined ? "" : ` with the item's ${name(known.value)}`;
  return `${places[known.in]} ${name(known.name)}${value}`;
}

/** The service's name of a parameter or field of the contract; null: it has none. */
export function formatParameter([parameter, serviceName]: readonly [string, string | null], name: Name): string {
  if (serviceName === null) return `no ${parameter}`;
  return parameter === serviceName ? parameter : `${parameter} as ${name(serviceName)}`;
}

export function formatPaging(paging: PagingProfile, name: Name): string {
  const at = (place: readonly string[]) => formatJsonPlace(place, name);
  switch (paging.kind) {
    case "none":
      return "one page holds all";
    case "cursor":
      return `cursor ${name(paging.param)} from ${at(paging.next)}`;
    case "page":
      return `page number ${name(paging.param)} from ${paging.first}`;
    case "offset":
      return `offset ${name(paging.param)}`;
    case "last":
      return `the last item's id in ${name(paging.param)}`;
    case "link":
      return "header Link with rel=next";
    case "url":
      return `address of the next page at ${at(paging.next)}`;
  }
}

/** `Authorization: Bearer <key>` */
export function formatCredential({ credential }: DialectProfile, name: Name): string {
  const { header, scheme } = credential ?? { header: "Authorization", scheme: "Bearer" };
  return `${name(header)}: ${scheme ? `${name(scheme)} ` : ""}<key>`;
}

export function formatErrorShape({ errors }: DialectProfile, name: Name): string | null {
  const said = Object.entries(errors ?? {}).flatMap(([what, place]) =>
    place ? [`${what} at ${formatJsonPlace(place, name)}`] : [],
  );
  return said.length === 0 ? null : said.join(", ");
}
