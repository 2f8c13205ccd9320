import { asking, request } from "../asking.ts";
import type { Asking, Got } from "../dialect.ts";
import { listOf } from "../language/owners.ts";
import { subjectOf } from "../language/subjects.ts";
import { notOffered, notRecognised } from "../send/dialectError.ts";
import { isNoOperation } from "../send/noOperation.ts";
import { adaptQuery } from "./adaptQuery.ts";
import { allPages, type PageInput } from "./allPages.ts";
import { sentFilters } from "./filters.ts";
import { listIn } from "./listIn.ts";
import { type AskPage, type Page, type PageSending, readPage } from "./pages.ts";
import type { Seen } from "./seenItems.ts";

/** A page of a list that needs nothing to be named. */
export const askPlain: AskPage = async (of, sending) => {
  for (let changes = 0; ; changes += 1) {
    const now = sending();
    const got = await request(of, now);
    const { refusal } = got;
    if (refusal && changes < 4 && adaptQuery(of, got, now, sending)) continue;
    if (refusal) throw (await isNoList(of, now, got)) ? notOffered(of, refusal) : refusal;
    const page = listIn(of, got);
    if (page) return page;
    throw notRecognised(of, got, `list of ${subjectOf(of.name)?.resource ?? "anything"}s`);
  }
};

/** Whether the list itself is not there: a 404 may be about what it is narrowed by, or about where it goes on. */
async function isNoList(of: Asking, { isNext }: PageSending, got: Got): Promise<boolean> {
  if (isNext || !isNoOperation(of, got)) return false;
  if (got.status !== 404 || Object.keys(sentFilters(of)).length === 0) return true;
  const whole = await request(of, {});
  return whole.refusal !== undefined && isNoOperation(of, whole);
}

/** One of a resource, wherever it is listed: seen before, or searched for. */
export async function findInLists(of: Asking, resource: string, id: string): Promise<Seen | undefined> {
  return of.dialect.seen.find(resource, id) ?? findListed(of, resource, id, undefined);
}

/** One of a resource as a list has it now; `known` is what was seen of it before. What no list has any more is forgotten. */
export async function findListed(
  of: Asking,
  resource: string,
  id: string,
  known: Seen | undefined,
): Promise<Seen | undefined> {
  const name = listOf(resource);
  return name && readUntil(of, resource, id, known, (cursor) => readPage(asking(of, name, cursor), askPlain));
}

/** Reads page after page until one has it that is asked for. */
export async function readUntil(
  { dialect: { seen } }: Asking,
  resource: string,
  id: string,
  known: Seen | undefined,
  read: (input: PageInput) => Promise<Page>,
): Promise<Seen | undefined> {
  for await (const _ of allPages(read)) {
    const found = seen.find(resource, id);
    if (found && found !== known) return found;
  }
  seen.forget(resource, id);
  return undefined;
}
