import { operations } from "../../contract/operations.ts";
import type { Selector } from "../../contract/profile.ts";
import type { Asking } from "./asking.ts";
import { bodyFields, type Form } from "./bodies.ts";
import { nameOf } from "./bodyNames.ts";
import { namedIn } from "./named.ts";
import { namesOf } from "./resourceNames.ts";
import { placeNamed } from "./selecting.ts";
import { isSelecting, ownerOf, toldSelector } from "./selectors.ts";
import type { Got } from "./sent.ts";
import { styled, styleOf } from "./style.ts";
import { subjectOf } from "./subjects.ts";
import { synonymsOf } from "./synonyms.ts";
import { plainName } from "./words.ts";

/** A change as it was sent, or is to be sent next. */
export interface Attempted {
  readonly form: Form;
  readonly by: Selector | undefined;
}

/** Facts that were changed before: each one only once. */
export type Changed = Set<string>;

/** Statuses that prove that nothing took effect. */
const proven = [400, 415, 422];

/**
 * What a refusal shows of how the service wants a change to be said; undefined where it shows nothing, or something that was changed
 * before.
 */
export function revised(of: Asking, attempted: Attempted, got: Got, changed: Changed): Attempted | undefined {
  if (!proven.includes(got.status)) return undefined;
  const once = (fact: string, next: () => Attempted | undefined) => {
    if (changed.has(fact)) return undefined;
    const made = next();
    if (made) changed.add(fact);
    return made;
  };
  if (got.status === 415)
    return once("encoding", () => ({ ...attempted, form: { ...attempted.form, encoding: "form" } }));
  const named = namedIn(got.json, got.text);
  for (const name of named) {
    const next =
      once("select", () => otherSelector(of, attempted, name, got)) ??
      once("wrapper", () => wrapped(of, attempted, name)) ??
      renamed(of, attempted, name, got, once);
    if (next) return next;
  }
  // It does not say what is wrong: then only what it may do without can be left out, and names be said without learning.
  return named.length > 0
    ? undefined
    : (once("less", () => withLess(of, attempted)) ?? once("plain", () => plainNames(of, attempted)));
}

/** The service names the parameter itself. */
function otherSelector(of: Asking, attempted: Attempted, name: string, got: Got): Attempted | undefined {
  const owner = ownerOf(of.name);
  if (owner === undefined || !isSelecting(name, owner) || isUnknown(got.text)) return undefined;
  const where = /^x-/i.test(name) ? "header" : placeNamed(got.text);
  const isSame = name === attempted.by?.name && where === attempted.by.in;
  const isField = Object.keys(bodyFields(of)).some((field) => isCalled(field, name));
  if (isSame || isField) return undefined;
  return {
    ...attempted,
    by: toldSelector(where, name, owner, of.dialect.seen.find(owner, String(of.input.id))?.given),
  };
}

function wrapped(of: Asking, { form, by }: Attempted, name: string): Attempted | undefined {
  const resource = subjectOf(of.name)?.resource ?? "";
  const isWrapper = namesOf(resource).includes(plainName(name)) || ["data", "attributes"].includes(plainName(name));
  const isField = Object.keys(operations[of.name].body?.shape ?? {}).some((field) => isCalled(field, name));
  if (!isWrapper || isField || form.wrapper !== undefined || of.dialect.knowledge.of(of.name).body) return undefined;
  return { form: { ...form, wrapper: name }, by };
}

type Once = (fact: string, next: () => Attempted | undefined) => Attempted | undefined;

function renamed(of: Asking, { form, by }: Attempted, given: string, got: Got, once: Once): Attempted | undefined {
  const name = given.split(".").find((part) => part !== form.wrapper) ?? given;
  const fields = Object.keys(bodyFields(of)).filter((field) => !form.without.includes(field));
  const sentAs = (field: string) => form.names[field] ?? nameOf(of, field);
  const sent = fields.find((field) => sentAs(field) === name);
  if (sent !== undefined) {
    if (!isUnknown(got.text)) return undefined;
    const other = styled(sent, styleOf(of.dialect.knowledge.profile(), subjectOf(of.name)?.resource));
    const isOther = other !== name;
    return once(`name ${sent}`, () => {
      if (isOther) return { form: { ...form, names: { ...form.names, [sent]: other } }, by };
      return isSpare(of, sent) ? { form: { ...form, without: [...form.without, sent] }, by } : undefined;
    });
  }
  const field = fields.find((one) => isCalled(one, name)) ?? lone(fields);
  if (field === undefined) return undefined;
  return once(`name ${field}`, () => ({ form: { ...form, names: { ...form.names, [field]: name } }, by }));
}

/** A field is what the contract calls it, or what others do. */
function isCalled(field: string, name: string): boolean {
  const plain = plainName(name);
  return plain === plainName(field) || synonymsOf(field).includes(plain);
}

/** Where only one field was sent, a name that nobody knows is that one's. */
function lone(fields: readonly string[]): string | undefined {
  return fields.length === 1 ? fields[0] : undefined;
}

function isUnknown(text: string): boolean {
  return /unknown|unexpected|unrecogni[sz]ed|unsupported|additional|extra|not (?:allowed|permitted|supported|known|recogni[sz]ed)/i.test(
    text,
  );
}

/** Without it the same is done, and only something is not noted. */
function isSpare({ input }: Asking, field: string): boolean {
  const isUsual = input[field] === "" || (field === "publish" && input.publish === true);
  return isUsual || ["notes", "message", "timeoutMs"].includes(field);
}

function withLess(of: Asking, { form, by }: Attempted): Attempted | undefined {
  const spare = Object.keys(bodyFields(of)).filter((field) => isSpare(of, field) && !form.without.includes(field));
  return spare.length > 0 ? { form: { ...form, without: [...form.without, ...spare] }, by } : undefined;
}

function plainNames(of: Asking, { form, by }: Attempted): Attempted | undefined {
  const style = styleOf(of.dialect.knowledge.profile(), subjectOf(of.name)?.resource);
  const names = Object.keys(bodyFields(of)).map((field) => [field, styled(field, style)] as const);
  const isOther = names.some(([field, name]) => name !== (form.names[field] ?? nameOf(of, field)));
  return isOther ? { form: { ...form, names: Object.fromEntries(names) }, by } : undefined;
}
