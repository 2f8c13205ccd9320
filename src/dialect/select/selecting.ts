import type { ServiceError } from "../../client/errors.ts";
import type { SelectorProfile } from "../../contract/dialectProfile.ts";
import { readServiceId } from "../../contract/received.ts";
import { mostTries, request } from "../asking.ts";
import type { Asking, Got, Sending } from "../dialect.ts";
import { ownerOf } from "../language/owners.ts";
import { findInLists } from "../list/findInLists.ts";
import type { Seen } from "../list/seenItems.ts";
import { namedIn } from "../recognise/namedIn.ts";
import { recogniseError } from "../recognise/recogniseError.ts";
import { isLack } from "../send/noOperation.ts";
import { isSelecting } from "./selectingNames.ts";
import { keyOf, selectorsFor } from "./selectors.ts";

/** What an answer is worth: it says it is of the one asked for, says nothing of it, or is of another one. */
export type Verdict = "proven" | "unproven" | "other";

/** How an answer is asked for and judged. */
export interface Reading<T> {
  /** Asked for again before each request: what is sent changes with what is learned. */
  readonly sending: () => Pick<Sending, "query" | "url">;
  /** Whether a refusal showed something that makes it worth asking again in the same way. */
  readonly adapt: (got: Got, sent: Pick<Sending, "query">) => boolean;
  readonly judge: (got: Got) => { readonly verdict: Verdict; readonly value: T } | undefined;
  /** Whether an answer to a made-up id shows that the one before was no accident. */
  readonly differs: (value: T, madeUp: Got) => boolean;
}

export type Selected<T> =
  | { readonly kind: "found"; readonly got: Got; readonly value: T; readonly isProven: boolean }
  /** Every way was refused; `isMissing`: as if the operation itself were not there. */
  | { readonly kind: "refused"; readonly refusal: ServiceError; readonly isMissing: boolean }
  /** It answers, and no answer is of the one asked for. */
  | { readonly kind: "unclear"; readonly status: number | undefined };

/** Reads what is said of one of a resource, finding out how the service wants it to be named. */
export async function readSelected<T>(of: Asking, id: string, reading: Reading<T>): Promise<Selected<T>> {
  const { knowledge } = of.dialect;
  const known = knowledge.of(of.name).select;
  const tried = new Set<string>();
  let refusal: ServiceError | undefined;
  let isMissing = true;
  let found: Extract<Selected<T>, { kind: "found" }> | undefined;
  let status: number | undefined;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const by = await nextWay(of, id, tried);
    if (!by) break;
    const isKnown = known !== undefined && keyOf(known) === keyOf(by.by);
    const got = await ask(of, reading, by);
    status = got.status;
    if (got.refusal) {
      refusal = got.refusal;
      isMissing &&= isLack(refusal.status);
      if (!isSelection(refusal.status)) throw refusal;
      // It does not go by how the one is named.
      if (refusal.status === 405 || refusal.status === 501 || (isKnown && refusal.status === 404)) break;
      if (refusal.status === 400 || refusal.status === 422) await learnNames(of, got, by.by, tries, reading);
      continue;
    }
    isMissing = false;
    const judged = reading.judge(got);
    if (!judged || judged.verdict === "other") {
      if (isKnown) knowledge.forget(of.name, "select");
      continue;
    }
    const { value, verdict } = judged;
    if (verdict === "proven" || isKnown || (await isHeeded(of, reading, value, by, id))) {
      if (!isKnown) knowledge.learn(of.name, { select: by.by });
      return { kind: "found", got, value, isProven: true };
    }
    found ??= { kind: "found", got, value, isProven: false };
  }
  if (found) return found;
  if (refusal && (isMissing || status === undefined || status >= 400)) return { kind: "refused", refusal, isMissing };
  return { kind: "unclear", status };
}

async function ask<T>(of: Asking, reading: Reading<T>, select: Way): Promise<Got> {
  for (let changes = 0; ; changes += 1) {
    const sent = reading.sending();
    const got = await request(of, { ...sent, select });
    if (!got.refusal || changes === 3 || !reading.adapt(got, sent)) return got;
  }
}

interface Way {
  readonly by: SelectorProfile;
  readonly value: string;
}

/** The likeliest way that was not tried yet, whose value is known. */
async function nextWay(of: Asking, id: string, tried: Set<string>): Promise<Way | undefined> {
  const { dialect, name } = of;
  const owner = ownerOf(name) ?? "";
  const item = dialect.seen.find(owner, id)?.given;
  const all = selectorsFor(dialect.knowledge.profile(), name, dialect.named.get(owner) ?? new Map(), item);
  for (const by of all) {
    if (tried.has(keyOf(by))) continue;
    tried.add(keyOf(by));
    const value = await namingValue(of, owner, id, by);
    if (value !== undefined) return { by, value };
  }
  return undefined;
}

/** What names the one in a way: its id, or another field, for which it has to be seen first. */
export async function namingValue(
  of: Asking,
  owner: string,
  id: string,
  by: SelectorProfile,
): Promise<string | undefined> {
  if (by.value === undefined || by.value === "id") return readServiceId(id);
  const seen = of.dialect.seen.find(owner, id) ?? (await findInLists(of, owner, id));
  const value = seen && namedBy(seen, by.value);
  return value === undefined ? undefined : String(value);
}

/** A field of an item: what the service itself calls so, else what the contract does. */
export function namedBy({ item, given }: Pick<Seen, "item" | "given">, field: string): string | number | undefined {
  for (const value of [field === "id" ? undefined : given[field], item[field]])
    if ((typeof value === "string" && value !== "") || typeof value === "number") return value;
  return undefined;
}

/** Who ignores a parameter answers the same whatever it says: asks once for what cannot be there. */
async function isHeeded<T>(of: Asking, reading: Reading<T>, value: T, { by }: Way, id: string): Promise<boolean> {
  const madeUp = await request(of, { ...reading.sending(), select: { by, value: madeUpFor(id) } });
  const isRefused = madeUp.refusal !== undefined && isSelection(madeUp.refusal.status);
  const isProof = isRefused || (!madeUp.refusal && reading.differs(value, madeUp));
  if (isProof) of.notes.add(`${by.name} selects: a made-up one is answered otherwise.`);
  return isProof;
}

function madeUpFor(id: string): string {
  return /^\d+$/.test(id) ? "9".repeat(Math.max(6, Math.min(id.length, 15))) : `${id.slice(0, 100)}0none0`;
}

/** What a service may answer to a way of naming that is not its own. */
function isSelection(status: number): boolean {
  return [400, 404, 405, 410, 422, 501].includes(status);
}

/** What a refusal asks for; one that only says what it does not know is asked what it wants. */
async function learnNames<T>(
  of: Asking,
  got: Got,
  sent: SelectorProfile,
  tries: number,
  reading: Reading<T>,
): Promise<void> {
  rememberNamed(of, got, sent);
  if (tries > 0 || of.dialect.named.get(ownerOf(of.name) ?? "")?.size) return;
  const bare = await request(of, reading.sending());
  if (bare.refusal?.status === 400 || bare.refusal?.status === 422) rememberNamed(of, bare, undefined);
}

/** Keeps the names that a refusal asks for. */
export function rememberNamed(of: Asking, got: Got, sent: SelectorProfile | undefined): void {
  const owner = ownerOf(of.name) ?? "";
  const where = placeNamed(got);
  const isOther = (name: string) => name !== sent?.name || (where === "body" && sent.in !== "body");
  const names = namedIn(got.json, got.text).filter((name) => isOther(name) && isSelecting(name, owner));
  const known = of.dialect.named.get(owner) ?? new Map();
  for (const name of names.slice(0, 3)) {
    known.set(name, /^x-/i.test(name) ? "header" : where);
    of.notes.add(`The service asks for ${name}.`);
  }
  of.dialect.named.set(owner, known);
}

/** Where a refusal says that a parameter belongs. */
export function placeNamed({ json, text: whole }: Pick<Got, "json" | "text">): SelectorProfile["in"] {
  const text = recogniseError(json)?.message ?? whole;
  if (/\bheader\b/i.test(text)) return "header";
  return /\b(?:body|field|property)\b/i.test(text) && !/\b(?:query|parameter)\b/i.test(text) ? "body" : "query";
}
