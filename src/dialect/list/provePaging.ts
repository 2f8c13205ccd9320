import { ServiceError, UnclearAnswerError } from "../../client/errors.ts";
import type { PagingProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import { getValueAtPath, walkFieldPaths } from "../../text/fieldPath.ts";
import { mostTries, styleHere } from "../asking.ts";
import type { Asking, Listing, ReadPage } from "../dialect.ts";
import { numberOf } from "../language/fit.ts";
import { restyled, styled, styleIn } from "../language/style.ts";
import { plainName } from "../language/words.ts";
import { keyFor } from "../read/borrowedId.ts";
import { keyOf } from "../read/itemKey.ts";
import { recognisePaging, type SeenPage } from "../recognise/recognisePaging.ts";
import { nextUrl } from "../send/send.ts";
import type { Cursor } from "./cursor.ts";
import { isAnother, type NextPage, nextPage, type TurnedPage } from "./turnPage.ts";

export interface Turn {
  readonly page: ReadPage;
  readonly cursor: Cursor;
  readonly listing: Listing;
  readonly ask: (cursor: Cursor) => Promise<ReadPage>;
}

/** Where a list goes on after a page; a way that nobody proved yet is proven by reading what follows. */
export async function goOn(of: Asking, turn: Turn): Promise<Cursor | undefined> {
  const { page, cursor } = turn;
  const seen = cursor.seen + page.given.length;
  const turned = { ...page.seen, seen, number: cursor.page, lastId: lastIdOf(of, page) };
  const { paging } = of.dialect.knowledge.of(of.name);
  if (paging) return following(cursor, nextPage(paging, turned), turned);
  const said = recognisePaging(page.seen).filter(({ kind }) => kind !== "none");
  if (said.length > 0)
    return firstProven(
      of,
      turn,
      turned,
      likeliest(of, alsoAfter(of, said)).map((way) => withoutDoubt(way, turned)),
    );
  // Who says nothing of pages may have some: tried once, on a list that has more than one item.
  if (of.dialect.unpaged.has(of.name) || cursor.page > 0 || !mayBeCut(of, page) || saysEnd(page.seen)) return undefined;
  of.dialect.unpaged.add(of.name);
  return firstProven(of, turn, turned, guesses);
}

/** One item is no page, and who answers with far more than was asked for cuts nothing. */
function mayBeCut({ input }: Asking, { items }: ReadPage): boolean {
  const limit = typeof input.limit === "number" ? input.limit : usualLimit;
  return items.length >= 2 && items.length <= Math.max(limit, usualLimit);
}
const usualLimit = 250;

const guesses: readonly PagingProfile[] = [
  { kind: "page", param: "page", first: 1 },
  { kind: "offset", param: "offset" },
  { kind: "last", param: "after" },
];

async function firstProven(of: Asking, turn: Turn, turned: TurnedPage, ways: readonly PagingProfile[]) {
  const { cursor, page, listing } = turn;
  const before = page.items.map(keyFor(of));
  let elsewhere: Cursor | undefined;
  for (const guess of ways.slice(0, mostTries)) {
    const way = guess.kind === "page" ? await countedFrom(of, turn, guess, before) : guess;
    const next = following(cursor, nextPage(way, turned), turned);
    if (!next) return undefined;
    if (next.url !== undefined && isElsewhere(of, next.url)) {
      // Reading it says so, whoever gets that far.
      elsewhere ??= next;
      continue;
    }
    const proof = await readOrRefused(() => turn.ask(next));
    if (!proof || !isAnother(before, proof.items.map(keyFor(of)))) continue;
    if (proof.items.length === 0) return undefined;
    of.dialect.knowledge.learn(of.name, { paging: way });
    listing.ahead = { at: JSON.stringify([next.params, next.url]), page: proof };
    return next;
  }
  if (!elsewhere && ways !== guesses) of.notes.add("It says that there is more, and no way to it was understood.");
  return elsewhere;
}

/** A first page may be 0 or 1: where 1 is another one than the first, it is 0. */
async function countedFrom(
  of: Asking,
  { cursor, ask }: Turn,
  way: Extract<PagingProfile, { kind: "page" }>,
  first: readonly string[],
) {
  if (way.first === 0 || cursor.page > 0) return way;
  const one = await readOrRefused(() => ask({ ...cursor, params: { [way.param]: "1" }, page: 1 }));
  const isZeroBased = one && one.items.length > 0 && isAnother(first, one.items.map(keyFor(of)));
  return isZeroBased ? { ...way, first: 0 as const } : way;
}

/** A parameter that was not understood may be refused. */
async function readOrRefused(read: () => Promise<ReadPage>): Promise<ReadPage | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnclearAnswerError) return undefined;
    const status = error instanceof ServiceError ? error.status : 0;
    if (status < 400 || [401, 403, 429].includes(status)) throw error;
    return undefined;
  }
}

function following(cursor: Cursor, next: NextPage, { seen, number }: TurnedPage): Cursor | undefined {
  if (!next) return undefined;
  const { params, url, ...rest } = cursor;
  return { ...rest, ...next, seen, page: number + 1 };
}

/** What is called a total may only count this page. */
function withoutDoubt(way: PagingProfile, { json, items }: TurnedPage): PagingProfile {
  if (!("total" in way) || !way.total) return way;
  const { total, ...rest } = way;
  return (numberOf(getValueAtPath(json, total)) ?? 0) > items.length ? way : rest;
}

function isElsewhere({ dialect, name }: Asking, url: string): boolean {
  const { base } = dialect.context;
  return nextUrl(base, operationTable[name], url)?.origin !== base.origin;
}

/** Likelier first: parameters that another list of the service is known to understand, and names in its own style. */
function likeliest(of: Asking, ways: readonly PagingProfile[]): readonly PagingProfile[] {
  const profile = of.dialect.knowledge.profile();
  // What is said of pages may be written in another way than the items are.
  const style = styleIn(ways.flatMap(saidNames)) ?? styleHere(of);
  const known = new Set(Object.values(profile.operations).flatMap(({ paging }) => paramOf(paging) ?? []));
  const all = ways.flatMap((way): PagingProfile[] => {
    const param = paramOf(way);
    if (param === undefined || !("param" in way)) return [way];
    return [{ ...way, param: restyled(param, style) }, way];
  });
  const distinct = [...new Map(all.map((way) => [JSON.stringify(way), way])).values()];
  // In its own style first, the others after that.
  const isOwn = (way: PagingProfile) =>
    paramOf(way) === undefined || restyled(paramOf(way) ?? "", style) === paramOf(way);
  const isKnown = (way: PagingProfile) => known.has(paramOf(way) ?? "");
  return distinct.toSorted(
    (one, other) => Number(isKnown(other)) - Number(isKnown(one)) || Number(isOwn(other)) - Number(isOwn(one)),
  );
}

/** Fields of the answer that a way goes by. */
function saidNames(way: PagingProfile): readonly string[] {
  const places = Object.values(way).filter((value) => Array.isArray(value));
  return places.flatMap((place: readonly string[]) => place.slice(-1));
}

const paramOf = (way: PagingProfile | undefined) => (way && "param" in way ? way.param : undefined);

/** What names the last item of a page: its id, or its number, version or time where it has none. */
function lastIdOf(of: Asking, { items }: ReadPage): string | undefined {
  const last = items.at(-1);
  const { fields = {} } = of.dialect.knowledge.of(of.name);
  const field = ["id", "sequence", "version", "at"].find((name) => fields[name] !== undefined);
  // Of events the contract knows no id, and keeps the one they have.
  const id = last?.id ?? (field !== undefined ? last?.[field] : undefined);
  if (typeof id === "string" || typeof id === "number") return String(id);
  return last && keyOf(last);
}

/** Events go on after the last one under more names than other lists do. */
function alsoAfter(of: Asking, said: readonly PagingProfile[]): readonly PagingProfile[] {
  const first = said.findIndex(({ kind }) => kind === "last");
  const usual = said[first];
  if (of.name !== "deployment.events" || usual?.kind !== "last") return said;
  const style = styleHere(of);
  const others = ["after", "since", "from"].map((param): PagingProfile => ({ ...usual, param: styled(param, style) }));
  return said.toSpliced(first, 1, usual, ...others.filter((way) => paramOf(way) !== usual.param));
}

/** `nextCursor: null`, `has_more: false`, a `Link` to other pages only: there is no more. */
function saysEnd({ json, headers, list }: SeenPage): boolean {
  if (headers.link !== undefined) return true;
  for (const [place, value] of walkFieldPaths(json, 2)) {
    const isOfItem = list.length > 0 && list.every((name, index) => place[index] === name);
    if (isOfItem || !/next|cursor|more|after/.test(plainName(place.at(-1) ?? ""))) continue;
    if (value === null || value === "" || value === false) return true;
  }
  return false;
}
