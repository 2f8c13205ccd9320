import { adaptQuery } from "./adaptQuery.ts";
import { type Asking, asking, request } from "./asking.ts";
import { notOffered, unclear } from "./dialectError.ts";
import { sentFilters } from "./filters.ts";
import { listIn } from "./listIn.ts";
import { isNoOperation } from "./noPath.ts";
import { type AskPage, type Page, type PageSending, readPage } from "./pages.ts";
import type { Seen } from "./seenItems.ts";
import { listOf } from "./selectors.ts";
import type { Got } from "./sent.ts";
import { subjectOf } from "./subjects.ts";

/** A page of a list that needs nothing to be named. */
export const askPlain: AskPage = async (of, sending) => {
  for (let changes = 0; ; changes += 1) {
    const now = sending();
    const got = await request(of, now);
    const { refusal } = got;
    if (refusal && changes < 4 && adaptQuery(of, got, now.query ?? {})) continue;
    if (refusal) throw (await isNoList(of, now, got)) ? notOffered(of, refusal) : refusal;
    const subject = subjectOf(of.name);
    const page = listIn(of, got);
    if (page) return page;
    throw unclear(
      of,
      `the answer holds no list of ${subject?.resource ?? "anything"}s that Fairlead recognises`,
      got.status,
    );
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
  const { seen } = of.dialect;
  const known = seen.find(resource, id);
  const name = listOf(resource);
  if (known || !name) return known;
  let cursor: string | null = null;
  do {
    const input = { limit: 200, ...(cursor !== null && { cursor }) };
    const page: Page = await readPage(asking(of, name, input), askPlain);
    const found = seen.find(resource, id);
    if (found) return found;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return undefined;
}
