import { ApiError } from "../../client/errors.ts";
import { operationTable } from "../../contract/operations.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { isRecord } from "../../text/record.ts";
import { asking, request } from "../asking.ts";
import type { Asking, Got } from "../dialect.ts";
import { ownerOf } from "../language/owners.ts";
import { resourceOf, subjectOf } from "../language/subjects.ts";
import { allPages, type PageInput } from "../list/allPages.ts";
import { readAnyPage } from "../list/lists.ts";
import { normalise } from "../read/normalise.ts";
import { type ReadItem, readItem } from "../read/readAnswer.ts";
import { readOne } from "../select/oneOf.ts";
import { unclear } from "../send/dialectError.ts";
import { nextUrl } from "../send/send.ts";
import { newKeyIn } from "./newKey.ts";
import { isMaking, listingOf } from "./resourceList.ts";

/** What is waited for what was made to be found. */
const waitsMs = [0, 300, 1000, 2000] as const;

/** What there was when a change was sent. */
export interface Before {
  readonly ids: ReadonlySet<string>;
  /** Whether these are all. */
  readonly isWhole: boolean;
  readonly sentAt: number;
}

/** The item that a change made or changed: out of its answer, else read again. */
export async function madeBy(of: Asking, got: Got, before: Before): Promise<UnknownRecord | undefined> {
  try {
    return await foundBy(of, got, before);
  } catch (error) {
    if (!of.options.signal?.aborted) throw error;
    // Who gave up is told nothing by an error that says only that.
    throw unclear(of, `${tookIt(got)} it was cancelled before what it changed was found. Refresh`, got.status);
  }
}

const tookIt = ({ status }: Got) => `the service took it (${status}), and`;

async function foundBy(of: Asking, got: Got, before: Before): Promise<UnknownRecord | undefined> {
  const subject = subjectOf(of.name);
  if (!subject) return undefined;
  const { id } = of.input;
  const earlier = typeof id === "string" ? of.dialect.seen.find(subject.resource, id)?.item : undefined;
  const answered = itemIn(of, got);
  if (answered) return answered;
  of.notes.add("Its answer holds no item: it is read again.");
  const located = await atLocation(of, got);
  if (located) return located;
  for (const waitMs of waitsMs) {
    if (waitMs > 0) await of.dialect.context.clock.wait(waitMs, of.options.signal);
    const item = await readAgain(of, before).catch(unlessFinal);
    if (item) return item;
  }
  const asked = isMaking(of.name) || subject.resource === "token" ? undefined : asAsked(of, earlier);
  if (asked) return asked;
  const what = subject.resource === "token" ? "it holds no token" : "what it changed was not found after that. Refresh";
  throw unclear(of, `${tookIt(got)} ${what}`, got.status);
}

/** What was changed and can be read nowhere is as it was asked to be, as far as anybody can tell. */
function asAsked(of: Asking, earlier: UnknownRecord | undefined): UnknownRecord | undefined {
  const subject = subjectOf(of.name);
  const { id, ...changed } = of.input;
  const before = earlier ?? (subject && id === undefined ? normalise(subject, { places: {} }, {}) : undefined);
  if (!subject || !before) return undefined;
  of.notes.add("The service does not say what it is after the change: it is taken to be what was asked for.");
  const known = Object.entries(changed).filter(
    ([field, value]) => field in subject.fields && typeof value !== "object",
  );
  return { ...before, ...Object.fromEntries(known) };
}

function unlessFinal(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.name === "AbortedError") throw error;
  return undefined;
}

/** The item of an answer, where it is what was to come: not an operation that is under way, nor a mere word of success. */
function itemIn(of: Asking, got: Got): UnknownRecord | undefined {
  const { knowledge, seen } = of.dialect;
  const subject = subjectOf(of.name);
  if (!subject || !isRecord(got.json)) return undefined;
  const known = knowledge.of(of.name);
  const found = readItem(knowledge, of.name, subject, got.json);
  const read = found && of.name === "apiKeys.create" ? withKey(found, got) : found;
  if (read && isExpected(of, read.item, Object.keys(read.shown.fields).length)) {
    of.told.shown = read.shown;
    seen.add(subject.resource, { from: of.name, item: read.item, given: read.given });
    return read.item;
  }
  // What was learned of what is no item is nothing.
  knowledge.keep(of.name, known);
  return undefined;
}

function withKey(found: ReadItem, { json }: Got): ReadItem {
  const key = isText(found.item.key) ? found.item.key : newKeyIn(json);
  return key === undefined ? found : { ...found, item: { ...found.item, key } };
}

function isExpected(of: Asking, item: UnknownRecord, fields: number): boolean {
  const { name, input } = of;
  const resource = resourceOf(name);
  if (resource === "token") return isText(item.accessToken ?? item.access_token);
  if (name === "apiKeys.create" && !isText(item.key)) return false;
  if (resource === "userSetting") return fields >= 2;
  // The key itself, which was found by what it looks like, is one more.
  const least = name === "apiKeys.create" ? 2 : 3;
  const isNamed = isText(item.id) && fields >= least;
  if (!isNamed) return false;
  if (resource === ownerOf(name)) return item.id === input.id;
  if (name === "skill.uninstall") return item.id === input.installationId;
  return isMade(of, item);
}

/** Whether an item can be what was to be made: what it says is what was asked for. */
function isMade({ name, input }: Asking, item: UnknownRecord): boolean {
  const owner = ownerOf(name);
  const wanted = owner === undefined ? { name: input.name, projectId: input.projectId } : { [`${owner}Id`]: input.id };
  return Object.entries({ ...wanted, version: owner && input.version }).every(([field, value]) => {
    const said = item[field];
    return value === undefined || !isText(said) || said === value;
  });
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** What stands where the answer points to, on the service's own origin. */
async function atLocation(of: Asking, { headers }: Got): Promise<UnknownRecord | undefined> {
  const { base } = of.dialect.context;
  const url = headers.location === undefined ? undefined : nextUrl(base, operationTable[of.name], headers.location);
  if (url?.origin !== base.origin) return undefined;
  try {
    const got = await request(of, { url, method: "GET" });
    return got.refusal ? undefined : itemIn(of, got);
  } catch (error) {
    return unlessFinal(error);
  }
}

async function readAgain(of: Asking, before: Before): Promise<UnknownRecord | undefined> {
  const { seen } = of.dialect;
  const resource = resourceOf(of.name);
  if (of.name === "userSettings.update") return readOne(asking(of, "userSettings.get", {}));
  if (resource === "token" || of.name === "apiKeys.create") return undefined;
  const id = of.name === "skill.uninstall" ? of.input.installationId : of.input.id;
  if (typeof id === "string") seen.forget(resource, id);
  if (of.name === "project.update") return readOne(asking(of, "project.get", { id }));
  const listing = listingOf(of);
  if (!listing) return undefined;
  const made: UnknownRecord[] = [];
  const read = (input: PageInput) => readAnyPage(asking(of, listing.name, { ...listing.input, ...input }));
  for await (const { items } of allPages(read)) {
    const found = items.find((item) => item.id === id);
    if (found && !isMaking(of.name)) return found;
    made.push(...items.filter((item) => isMade(of, item) && !before.ids.has(String(item.id))));
  }
  return isMaking(of.name) ? newest(made, before) : undefined;
}

/** Of several that may be it, the one that was made last; where it is not known what there was, the only one made since then. */
function newest(items: readonly UnknownRecord[], { isWhole, sentAt }: Before): UnknownRecord | undefined {
  // Some tell whole seconds only.
  const since = Math.floor(sentAt / 1000) * 1000;
  const [first, more] = isWhole
    ? [items.toSorted((one, other) => String(other.createdAt).localeCompare(String(one.createdAt)))[0]]
    : items.filter(({ createdAt }) => Date.parse(String(createdAt)) >= since);
  return more ? undefined : first;
}
