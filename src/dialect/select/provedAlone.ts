import type { UnknownRecord } from "../../text/record.ts";
import { asking } from "../asking.ts";
import type { Asking } from "../dialect.ts";
import { listOf } from "../language/owners.ts";
import { allPages, type PageInput } from "../list/allPages.ts";
import { readAnyPage } from "../list/lists.ts";
import { isBorrowed } from "../read/borrowedId.ts";
import { unclear } from "../send/dialectError.ts";
import { namedBy } from "./selecting.ts";

/** An item of a page, before those that came twice are left out. */
interface Listed {
  readonly item: UnknownRecord;
  readonly given: UnknownRecord;
  readonly page: number;
}

/** Names are not one's own everywhere: as they are now, only this one may have what it is named by. */
export async function provedAlone(of: Asking, owner: string, id: string, field: string): Promise<void> {
  const name = listOf(owner);
  if (!name) return;
  const all = await allOf(of, owner, asking(of, name, {}));
  const place = of.dialect.knowledge.of(name).fields?.id;
  const own = all.find(({ item }) => item.id === id);
  const alike = all.filter((one) => own && namedBy(one, field) === namedBy(own, field));
  // With an id of its own one that comes again is the same; else only where the next page has it again, all the same.
  const isShared = isBorrowed(place) ? areSeveral(alike) : alike.some(({ item }) => item.id !== id);
  if (own && !isShared) return;
  const called = field === "id" ? (place?.at(-1) ?? "name") : field;
  throw unclear(of, `the service names one ${owner} by its ${called}, and this one's is not its own`);
}

/** Whether what stands for the id of a resource is something else, as its name. */
export function isIdBorrowed({ dialect }: Asking, owner: string): boolean {
  const name = listOf(owner);
  return name !== undefined && isBorrowed(dialect.knowledge.of(name).fields?.id);
}

function areSeveral(alike: readonly Listed[]): boolean {
  const pages = new Set(alike.map(({ page }) => page));
  return pages.size < alike.length || new Set(alike.map(({ given }) => JSON.stringify(given))).size > 1;
}

async function allOf(of: Asking, owner: string, list: Asking): Promise<readonly Listed[]> {
  const all: Listed[] = [];
  let isSeen = false;
  const onPage = (items: readonly UnknownRecord[], given: readonly UnknownRecord[], page: number) => {
    isSeen = true;
    all.push(...items.map((item, index) => ({ item, given: given[index] ?? item, page })));
  };
  const givenOf = (item: UnknownRecord) => of.dialect.seen.find(owner, String(item.id))?.given ?? item;
  const read = (input: PageInput) => {
    isSeen = false;
    return readAnyPage({ ...list, input: { ...input }, onPage });
  };
  // Without a list, what was seen is all there is to know.
  for await (const { items } of allPages(read))
    if (!isSeen) all.push(...items.map((item) => ({ item, given: givenOf(item), page: 0 })));
  return all;
}
