import type { OperationName } from "../../contract/operations.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { isRecord } from "../../text/record.ts";
import { asking, request, styleHere } from "../asking.ts";
import type { Asking, Got } from "../dialect.ts";
import { listOf, proofOf } from "../language/owners.ts";
import { styled } from "../language/style.ts";
import { type Subject, subjectOf } from "../language/subjects.ts";
import { adaptQuery } from "../list/adaptQuery.ts";
import { selectorIn } from "../list/filters.ts";
import { findListed, readUntil } from "../list/findInLists.ts";
import { isOf, readAnyPage } from "../list/lists.ts";
import type { Seen } from "../list/seenItems.ts";
import { normalise } from "../read/normalise.ts";
import { readItem, readList } from "../read/readAnswer.ts";
import { placesOf } from "../recognise/foundFields.ts";
import { recogniseFields } from "../recognise/recogniseFields.ts";
import { notListed, notOffered, notRecognised, unclear } from "../send/dialectError.ts";
import { isNoOperation } from "../send/noOperation.ts";
import { lacking } from "./lacking.ts";
import { ifOffered, isNotOffered, mayBeReadOtherwise } from "./offered.ts";
import { type Reading, readSelected } from "./selecting.ts";

/** One item, in the way the service gives it: by itself, else out of the list it stands in. */
export async function readOne(of: Asking): Promise<UnknownRecord> {
  const selector = selectorIn(of);
  const known = selector && of.dialect.seen.find(selector.owner, selector.id);
  try {
    const item = await ifOffered(of, () => (selector ? selectedItem(of, selector.id) : onlyItem(of)));
    return checked(of, item);
  } catch (error) {
    const listed = mayBeReadOtherwise(error) ? await listedInstead(of, error, known) : undefined;
    if (!listed) throw error;
    return listed;
  }
}

async function onlyItem(of: Asking): Promise<UnknownRecord> {
  const sending = () => ({ query: queryOf(of) });
  for (let changes = 0; ; changes += 1) {
    const sent = sending();
    const got = await request(of, sent);
    const { refusal } = got;
    if (refusal && changes < 3 && adaptQuery(of, got, sent, sending)) continue;
    if (refusal) throw isNoOperation(of, got) ? notOffered(of, refusal) : refusal;
    return itemIn(of, got) ?? fail(of, got);
  }
}

function fail(of: Asking, got: Got): never {
  throw notRecognised(of, got, subjectOf(of.name)?.resource ?? "item");
}

function itemIn(of: Asking, got: Got): UnknownRecord | undefined {
  const subject = subjectOf(of.name);
  const read = subject && readItem(of.dialect.knowledge, of.name, subject, got.json);
  of.told.shown = read?.shown;
  if (read) of.dialect.seen.add(subject.resource, { from: of.name, item: read.item, given: read.given });
  return read?.item;
}

async function selectedItem(of: Asking, id: string): Promise<UnknownRecord> {
  const got = await readSelected(of, id, itemReading(of, id));
  if (got.kind === "found" && got.isProven) return got.value;
  if (got.kind === "refused") {
    const { refusal, isMissing } = got;
    throw isMissing && !of.dialect.knowledge.of(of.name).select ? await lacking(of, id, refusal) : refusal;
  }
  throw unclear(of, "no answer proves to be about the item that was asked for", of.told.status);
}

function itemReading(of: Asking, id: string): Reading<UnknownRecord> {
  const sending = () => ({ query: queryOf(of) });
  return {
    sending,
    adapt: (got, sent) => adaptQuery(of, got, sent, sending),
    judge: (got) => {
      const item = itemIn(of, got);
      const verdict = item && isOf(of, item[proofOf(of.name)], id);
      if (item && verdict && verdict !== "other") return { value: item, verdict };
      const listed = listedIn(of, got, id);
      return listed ? { value: listed, verdict: "proven" } : item && { value: item, verdict: "other" };
    },
    // What is measured anew at each answer differs by itself.
    differs: () => false,
  };
}

/** Some answer with a list of the one. */
function listedIn(of: Asking, got: Got, id: string): UnknownRecord | undefined {
  const subject = subjectOf(of.name);
  if (!subject || proofOf(of.name) !== "id" || itemIn(of, got)?.id === id) return undefined;
  return readList(of.dialect.knowledge, of.name, subject, got)?.items.find((item) => item.id === id);
}

/** What narrows the answer, beside the one it is about. */
function queryOf(of: Asking): Record<string, string> {
  const { id, since, ...rest } = of.input;
  const { params } = of.dialect.knowledge.of(of.name);
  const style = styleHere(of);
  const sent = Object.entries(rest).flatMap(([field, value]): [string, string][] => {
    const named = params?.[field];
    return value === undefined || named === null ? [] : [[named ?? styled(field, style), String(value)]];
  });
  return Object.fromEntries(sent);
}

/** A version that was asked for has to be the one that came. */
function checked(of: Asking, item: UnknownRecord): UnknownRecord {
  const { version: wanted } = of.input;
  const given = isRecord(item.version) ? item.version.version : item.version;
  if (wanted === undefined || typeof given !== "string" || given === "" || given === wanted) return item;
  throw unclear(of, "the service gave another version than the one that was asked for");
}

async function listedInstead(of: Asking, error: unknown, known: Seen | undefined): Promise<UnknownRecord | undefined> {
  const subject = subjectOf(of.name);
  if (!subject || proofOf(of.name) !== "id") return undefined;
  const id = typeof of.input.id === "string" ? of.input.id : undefined;
  const seen = await (id === undefined
    ? onlyListed(of, subject.resource)
    : listedNow(of, subject.resource, id, known)
  ).catch((failure: unknown) => {
    if (!mayBeReadOtherwise(failure)) throw failure;
    // Where there is neither a way to read it nor a list, what it was is all there is.
    const isAll = known && isNotOffered(failure) && isNotOffered(error);
    if (isAll) of.notes.add("The service offers no list: this is what was seen last.");
    return isAll ? known : null;
  });
  if (seen === undefined && id !== undefined && isNotOffered(error)) throw notListed(of, subject.resource, error);
  const item = seen ? fromList(of, subject, seen, error) : undefined;
  if (item && seen !== known) of.notes.add("It is read from the list.");
  return item;
}

/** What an item that a list gave says, where that is all that reading it alone would. */
function fromList(of: Asking, subject: Subject, seen: Seen, error: unknown): UnknownRecord | undefined {
  const { knowledge } = of.dialect;
  const places = knowledge.of(seen.from).fields ?? {};
  // What only one read alone says would look as if there were none of it.
  const listed = subjectOf(seen.from)?.fields ?? {};
  const own = Object.keys(subject.fields).filter((field) => !(field in listed));
  const found = own.length > 0 ? recogniseFields({ ...subject, items: [seen.given] }) : {};
  if (own.some((field) => !(field in found))) return undefined;
  if (isNotOffered(error)) of.notes.add("The service cannot give one item alone.");
  const states = knowledge.profile().states?.[subject.resource];
  return normalise(subject, { places: { ...placesOf(found), ...places }, states }, seen.given);
}

/** Without an id, the one that a key is of: where there is only one, that is it. */
async function onlyListed(of: Asking, resource: string): Promise<Seen | undefined> {
  const name = listOf(resource);
  if (!name) return undefined;
  const { items } = await readAnyPage(asking(of, name, { limit: 2 }));
  const [only] = items;
  return items.length === 1 && only ? of.dialect.seen.find(resource, String(only.id)) : undefined;
}

/** As a list has it now; test runs are listed by what they are of, which only a run that was seen says. */
async function listedNow(of: Asking, resource: string, id: string, known: Seen | undefined): Promise<Seen | undefined> {
  const now = of.dialect.seen.find(resource, id);
  // Finding out how it is selected may have read the list already.
  if (now && now !== known) return now;
  if (resource !== "testRun") return findListed(of, resource, id, known);
  const [name, field]: [OperationName, string] =
    of.name === "serverTestRun.get" ? ["serverTestRuns.list", "serverId"] : ["skillTestRuns.list", "skillId"];
  const owner = known?.item[field];
  if (typeof owner !== "string") throw notOffered(asking(of, name, {}));
  return readUntil(of, resource, id, known, (input) => readAnyPage(asking(of, name, { ...input, id: owner })));
}
