import type { PagingProfile } from "../../contract/dialectProfile.ts";
import { getValueAtPath } from "../../text/fieldPath.ts";
import { flagOf, numberOf } from "../language/fit.ts";
import { nextLink, type SeenPage } from "../recognise/recognisePaging.ts";

/** Where a list goes on: parameters to send, or a whole address; undefined at its end. */
export type NextPage = { readonly params: Readonly<Record<string, string>> } | { readonly url: string } | undefined;

export interface TurnedPage extends SeenPage {
  /** Items handed out with this page and before. */
  readonly seen: number;
  /** Of this page, from 0. */
  readonly number: number;
  readonly lastId: string | undefined;
}

/** What to ask for after a page. */
export function nextPage(paging: PagingProfile, page: TurnedPage): NextPage {
  const { json, headers, items } = page;
  if (paging.kind === "none") return undefined;
  if (paging.kind === "link") return addressed(nextLink(headers));
  if (paging.kind === "url") return addressed(getValueAtPath(json, paging.next));
  if (paging.kind === "cursor") {
    const value = getValueAtPath(json, paging.next);
    const isText = (typeof value === "string" && value !== "") || typeof value === "number";
    return isText && !isOver(paging, page) ? { params: { [paging.param]: String(value) } } : undefined;
  }
  if (items.length === 0 || isOver(paging, page)) return undefined;
  if (paging.kind === "last")
    return page.lastId === undefined ? undefined : { params: { [paging.param]: page.lastId } };
  if (paging.kind === "offset") return { params: { [paging.param]: String(page.seen) } };
  return { params: { [paging.param]: String(page.number + 1 + paging.first) } };
}

type Counted = Exclude<PagingProfile, { kind: "none" | "link" | "url" }>;

function isOver(paging: Counted, { json, seen, number }: TurnedPage): boolean {
  const more = paging.more && flagOf(getValueAtPath(json, paging.more));
  if (more !== undefined) return !more;
  const total = "total" in paging && paging.total ? numberOf(getValueAtPath(json, paging.total)) : undefined;
  if (total !== undefined) return seen >= total;
  const pages = "pages" in paging && paging.pages ? numberOf(getValueAtPath(json, paging.pages)) : undefined;
  return pages !== undefined && number + 1 >= pages;
}

function addressed(value: unknown): NextPage {
  return typeof value === "string" && value !== "" ? { url: value } : undefined;
}

/**
 * Whether a page is another one than the one before: else its parameter was not understood. Lists grow while they are read: then the
 * next page begins with what was last, while the same page begins with what is new and still has what was first.
 */
export function isAnother(before: readonly string[], after: readonly string[]): boolean {
  const [first = ""] = before;
  const known = new Set(before);
  return after.length === 0 || (!after.includes(first) && after.some((id) => !known.has(id)));
}
