import type { UnknownRecord } from "../../text/record.ts";
import { request } from "../asking.ts";
import type { Asking, ReadPage } from "../dialect.ts";
import { ownerOf, proofOf } from "../language/owners.ts";
import { subjectOf } from "../language/subjects.ts";
import { keyOf } from "../read/itemKey.ts";
import { normalise } from "../read/normalise.ts";
import { lacking } from "../select/lacking.ts";
import { ifOffered, isNotOffered } from "../select/offered.ts";
import { namingValue, type Reading, readSelected, type Verdict } from "../select/selecting.ts";
import { unclear } from "../send/dialectError.ts";
import { adaptQuery } from "./adaptQuery.ts";
import { filtersOf, selectorIn, suits } from "./filters.ts";
import { askPlain } from "./findInLists.ts";
import { listIn } from "./listIn.ts";
import { type AskPage, type Page, type PageSending, readPage } from "./pages.ts";

/** A page of any list of the service; what it has no list of is what was seen of it. */
export async function readAnyPage(of: Asking): Promise<Page> {
  const selector = selectorIn(of);
  try {
    return await ifOffered(of, () => readPage(of, selector ? askOf(selector.id) : askPlain));
  } catch (error) {
    const known = isNotOffered(error) && !selector ? seenInstead(of) : [];
    if (known.length === 0) throw error;
    of.notes.add("The service offers no list: these are the items seen so far.");
    return { items: known, nextCursor: null };
  }
}

function seenInstead(of: Asking): readonly UnknownRecord[] {
  const subject = subjectOf(of.name);
  if (!subject) return [];
  const { seen, knowledge } = of.dialect;
  const items = seen.all(subject.resource).map(({ from, given }) => {
    return normalise(
      subject,
      { places: knowledge.of(from).fields ?? {}, states: knowledge.profile().states?.[subject.resource] },
      given,
    );
  });
  return items.filter((item) => suits(item, filtersOf(of), subject.resource));
}

/** Pages of a list that belongs to one of a resource. */
function askOf(id: string): AskPage {
  return async (of, sending) => {
    if (sending().isNext) return nextOf(of, id, sending());
    const got = await readSelected(of, id, readingOf(of, id, sending));
    if (got.kind === "found") return got.value;
    if (got.kind === "unclear")
      throw unclear(of, "no answer proves to be the list of the item that was asked for", got.status);
    const isMissing = got.isMissing && !of.dialect.knowledge.of(of.name).select;
    throw isMissing ? await lacking(of, id, got.refusal) : got.refusal;
  };
}

/** A page that follows: what was proven for the first holds for it. */
async function nextOf(of: Asking, id: string, sending: PageSending): Promise<ReadPage> {
  const by = of.dialect.knowledge.of(of.name).select;
  const value = by && (await namingValue(of, ownerOf(of.name) ?? "", id, by));
  const isWhole = sending.url !== undefined && by?.in === "query";
  const got = await request(of, {
    ...sending,
    ...(by && value !== undefined && !isWhole && { select: { by, value } }),
  });
  if (got.refusal) throw got.refusal;
  const page = listIn(of, got);
  if (page && verdictOf(of, id, page.items) !== "other") return page;
  throw unclear(of, "the page that follows is of something else", got.status);
}

function readingOf(of: Asking, id: string, sending: Parameters<AskPage>[1]): Reading<ReadPage> {
  return {
    sending,
    adapt: (got, sent) => adaptQuery(of, got, sent, sending),
    judge: (got) => {
      const value = listIn(of, got);
      return value && { value, verdict: verdictOf(of, id, value.items) };
    },
    differs: (value, madeUp) => {
      const other = listIn(of, madeUp);
      if (!other) return true;
      const keys = new Set(other.items.map(keyOf));
      return value.items.length > 0 && !value.items.some((item) => keys.has(keyOf(item)));
    },
  };
}

function verdictOf(of: Asking, id: string, items: readonly UnknownRecord[]): Verdict {
  const field = proofOf(of.name);
  const verdicts = items.map((item) => isOf(of, item[field], id));
  if (verdicts.includes("other")) return "other";
  return verdicts.includes("proven") ? "proven" : "unproven";
}

/** Whether what an item says it is of is the one: by its id, or by its slug or name. */
export function isOf({ dialect, name }: Asking, said: unknown, id: string): Verdict {
  if (typeof said !== "string" || said === "") return "unproven";
  if (said === id) return "proven";
  const item = dialect.seen.find(ownerOf(name) ?? "", id)?.item;
  return item && (said === item.slug || said === item.name) ? "proven" : "other";
}
