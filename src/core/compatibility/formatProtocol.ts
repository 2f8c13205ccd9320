import type * as z from "zod";
import type {
  DialectProfile,
  OperationProfile,
  PagingProfile,
  SelectorProfile,
} from "../../contract/dialectProfile.ts";
import type { OperationName } from "../../contract/operations.ts";
import { operationTable } from "../../contract/operations.ts";
import type { ReportRedactor } from "./reportRedactor.ts";

type Name = ReportRedactor["name"];

/** `data.items` */
export function formatJsonPlace(place: readonly string[], name: Name): string {
  return place.length === 0 ? "the answer itself" : place.map(name).join(".");
}

const places = { query: "query parameter", header: "header", body: "body field" } as const;

/** How the request names its item; null when the operation has none or the selector is not known. */
export function formatSelector(
  operation: OperationName,
  known: SelectorProfile | undefined,
  isSeen: boolean,
  name: Name,
): string | null {
  if (known) {
    const value = known.value === undefined ? "" : ` with the item's ${name(known.value)}`;
    return `${places[known.in]} ${name(known.name)}${value}`;
  }
  return isSeen && isOfOne(operation) ? "query parameter id, as in the contract" : null;
}

function isOfOne(operation: OperationName): boolean {
  const { shape }: { readonly shape: z.core.$ZodLooseShape } = operationTable[operation].query;
  return "id" in shape && shape.id?.safeParse(undefined).success === false;
}

export function formatWrapping({ list, item }: OperationProfile, name: Name): string | null {
  const parts = [
    ...(list ? [`list at ${formatJsonPlace(list, name)}`] : []),
    ...(item ? [`item at ${formatJsonPlace(item, name)}`] : []),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}

export function formatPaging({ paging, pageSize }: OperationProfile, name: Name): string | null {
  if (!paging) return null;
  const size = pageSize === undefined ? "" : `, size by ${name(pageSize)}`;
  return `${pagingKind(paging, name)}${size}`;
}

function pagingKind(paging: PagingProfile, name: Name): string {
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
