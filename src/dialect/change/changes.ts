import { isHtmlBody } from "../../client/createServiceError.ts";
import { endWithFullStop } from "../../client/errorMessages.ts";
import { ApiError, type ServiceError } from "../../client/errors.ts";
import { parseResponseJson } from "../../client/parseResponse.ts";
import { isOperationName } from "../../contract/operationNames.ts";
import { operationTable } from "../../contract/operations.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { isRecord } from "../../text/record.ts";
import { asking, request, styleHere } from "../asking.ts";
import type { Asking, Got } from "../dialect.ts";
import { namesOf } from "../language/resourceNames.ts";
import { styled } from "../language/style.ts";
import { resourceOf } from "../language/subjects.ts";
import { plainName } from "../language/words.ts";
import { selectorIn } from "../list/filters.ts";
import { readAnyPage } from "../list/lists.ts";
import { ifOffered } from "../select/offered.ts";
import { provenSelector, selectionOf } from "../select/proveSelector.ts";
import { notOffered } from "../send/dialectError.ts";
import { isNoOperation } from "../send/noOperation.ts";
import { bodyIn, type Form, plainForm, templateOf } from "./bodies.ts";
import { type Before, madeBy } from "./madeItem.ts";
import { type Attempted, type Changed, isProvenRefusal, revised } from "./refusedChange.ts";
import { isMaking, listingOf } from "./resourceList.ts";

/** So often a change is sent at most, each time but the last refused before it took effect. */
const mostSends = 4;

/** Changes something, once; answers what it is after that, where it is anything. */
export async function change(of: Asking): Promise<UnknownRecord | undefined> {
  return ifOffered(of, async () => {
    const known = await before(of);
    const got = await sendChange(of);
    const item = await madeBy(of, got, known);
    if (item && of.told.shown !== undefined) of.dialect.telling.add(of.name);
    return item;
  });
}

/** The answer to a change that took effect. */
async function sendChange(of: Asking): Promise<Got> {
  const { knowledge } = of.dialect;
  const selector = selectorIn(of);
  const first = selector && (await provenSelector(of, selector.id));
  const changed: Changed = new Set();
  let attempted: Attempted = { form: formFrom(of), by: first?.by };
  for (let sends = 1; ; sends += 1) {
    const select = selector && attempted.by && (await selectionOf(of, selector.owner, selector.id, attempted.by));
    const { encoding } = attempted.form;
    const got = await request(tagged(of), { select, body: bodyIn(of, attempted.form), ...(encoding && { encoding }) });
    if (!got.refusal) {
      // A page to sign in on, or half an answer, is no word of success: this throws.
      if (isHtmlBody(got.text) || /^\s*[{[]/.test(got.text)) parseResponseJson(got.circumstances, got, true);
      keepForm(of, attempted, first?.by !== attempted.by || knowledge.of(of.name).select === undefined);
      return got;
    }
    const next = revised(of, attempted, got, changed);
    if (!next || sends === mostSends || !mayBeSentAgain(of, got)) {
      // The next time it is said as the service asks.
      if (next && got.status < 300) keepForm(of, next, next.by !== attempted.by);
      throw refused(of, got, got.refusal);
    }
    of.notes.add(`It was refused (${got.status}) and sent again in another form.`);
    attempted = next;
  }
}

/** Only what was refused before it took effect, or has none. */
function mayBeSentAgain({ name }: Asking, { status }: Got): boolean {
  return isProvenRefusal(status) || ("safe" in operationTable[name] && status < 500);
}

/** Who wants one resource's fields in an object of its name wants the others' so. */
function formFrom(of: Asking): Form {
  const { dialect, name } = of;
  const all = dialect.knowledge.profile().operations;
  if (all[name]?.body || !/\.(?:create|update)$/.test(name) || name.startsWith("userSettings")) return plainForm;
  const isWrapped = Object.entries(all).some(([other, { body = {} }]) => {
    const [[wrapper = "", inner] = [], more] = Object.entries(body);
    const resource = isOperationName(other) ? resourceOf(other) : "";
    return more === undefined && isRecord(inner) && namesOf(resource).includes(plainName(wrapper));
  });
  return isWrapped ? { ...plainForm, wrapper: styled(resourceOf(name), styleHere(of)) } : plainForm;
}

/** A tag is sent where the service itself calls it so: a number of a revision is none. */
function tagged(of: Asking): Asking {
  const resource = resourceOf(of.name);
  const isTag = Object.entries(of.dialect.knowledge.profile().operations).some(([name, { fields }]) => {
    const tag = fields?.etag?.at(-1);
    return /^e-?_?tag$/i.test(tag ?? "") && isOperationName(name) && resourceOf(name) === resource;
  });
  if (isTag || of.options.ifMatch === undefined) return of;
  const { ifMatch, ...options } = of.options;
  return { ...of, options };
}

/** What the service took is how it is said from now on. */
function keepForm(of: Asking, { form, by }: Attempted, isNew: boolean): void {
  const { knowledge } = of.dialect;
  const { params } = knowledge.of(of.name);
  if (by && isNew) knowledge.learn(of.name, { select: by });
  if (form.wrapper !== undefined) knowledge.learn(of.name, { body: templateOf(of, form) });
  else if (Object.keys(form.names).length > 0) knowledge.learn(of.name, { params: { ...params, ...form.names } });
}

function refused(of: Asking, got: Got, refusal: ServiceError): ServiceError {
  if (isNoOperation(of, got)) return notOffered(of, refusal);
  if (got.status === 400 || got.status === 422) {
    const advice = `If the service wants it said otherwise, set "body" of ${of.name} in the connection's profile.`;
    refusal.message = `${endWithFullStop(refusal.message)} ${advice}`;
  }
  return refusal;
}

/**
 * What there is before something is made: what is new after that was made by it. It also shows what the fields are called, so it is
 * read until that is known, and until the service answers with what it made.
 */
async function before(of: Asking): Promise<Before> {
  const { dialect, name } = of;
  const none = (): Before => ({ ids: new Set(), isWhole: false, sentAt: dialect.context.clock.now() });
  const listing = listingOf(of);
  const isKnown = listing && dialect.knowledge.of(listing.name).fields !== undefined;
  if (!listing || (isKnown && (!isMaking(name) || dialect.telling.has(name)))) return none();
  try {
    const { items, nextCursor } = await readAnyPage(asking(of, listing.name, { ...listing.input, limit: 200 }));
    const ids = new Set(items.map(({ id }) => String(id)));
    return { ...none(), ids, isWhole: nextCursor === null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.name === "AbortedError") throw error;
    return none();
  }
}
