import type { SelectorProfile } from "../../contract/dialectProfile.ts";
import { operationTable } from "../../contract/operations.ts";
import { isRecord } from "../../text/record.ts";
import { styleHere } from "../asking.ts";
import type { Asking, Got } from "../dialect.ts";
import { ownerOf, readersOf } from "../language/owners.ts";
import { namesOf } from "../language/resourceNames.ts";
import { restyled, styled, styles } from "../language/style.ts";
import { resourceOf } from "../language/subjects.ts";
import { plainName } from "../language/words.ts";
import { namedIn } from "../recognise/namedIn.ts";
import { placeNamed } from "../select/selecting.ts";
import { isOwnSelector, isSelecting, mayBeOwnSelector } from "../select/selectingNames.ts";
import { keyOf, toldSelector } from "../select/selectors.ts";
import { bodyFields, type Form, plainForm } from "./bodies.ts";
import { innerKeys, innerNames, nameOf, otherNames } from "./bodyNames.ts";
import { inputsNamed } from "./inputNames.ts";

/** A change as it was sent, or is to be sent next. */
export interface Attempted {
  readonly form: Form;
  readonly by: SelectorProfile | undefined;
}

/** Facts that were changed before: each one only once. */
export type Changed = Set<string>;

/** Whether a status proves that nothing took effect, and that it is about how the change was said. */
export function isProvenRefusal(status: number): boolean {
  return status === 400 || status === 415 || status === 422;
}

/**
 * What a refusal shows of how the service wants a change to be said; undefined where it shows nothing, or something that was changed
 * before.
 */
export function revised(of: Asking, attempted: Attempted, got: Got, changed: Changed): Attempted | undefined {
  // Some refuse with a status of success: that shows as much, and is no proof that nothing took effect.
  if (!isProvenRefusal(got.status) && !isProvenRefusal(got.refusal?.status ?? 0)) return undefined;
  const once = (fact: string, next: () => Attempted | undefined) => {
    // What changes nothing may be tried in more ways.
    const isSafe = "safe" in operationTable[of.name];
    const made = changed.has(fact) && !isSafe ? undefined : next();
    const form = isSafe ? JSON.stringify(made) : fact;
    if (made === undefined || changed.has(form)) return undefined;
    changed.add(form);
    return made;
  };
  if (got.status === 415)
    return once("encoding", () => ({ ...attempted, form: { ...attempted.form, encoding: "form" } }));
  const named = namedIn(got.json, got.text);
  for (const name of named) {
    // A selector was proven by reading: what is called as the thing itself is rather the object that its fields belong in.
    const next =
      once("wrapper", () => wrapped(of, attempted, name, got)) ??
      once("select", () => otherSelector(of, attempted, name, got)) ??
      renamed(of, attempted, name, got, once);
    if (next) return next;
  }
  // It does not say what is wrong: then only what it may do without can be left out, and names be said without learning.
  if (named.length > 0) return undefined;
  return (
    once("less", () => withLess(of, attempted)) ??
    once("wrapper", () => (attempted.form.wrapper === undefined ? wrappedSo(of, attempted) : unwrapped(attempted))) ??
    once("plain", () => plainNames(of, attempted))
  );
}

/** The service names the parameter itself. */
function otherSelector(of: Asking, attempted: Attempted, name: string, got: Got): Attempted | undefined {
  const owner = ownerOf(of.name);
  if (owner === undefined || !isSelecting(name, owner) || isUnknown(got.text)) return undefined;
  // What is sent without the way that was proven may change another one.
  const isOwn = isProven(of, owner, attempted.by) ? isOwnSelector : mayBeOwnSelector;
  if (!isOwn(name, owner)) return undefined;
  const where = /^x-/i.test(name) ? "header" : placeNamed(got);
  const isSame = name === attempted.by?.name && where === attempted.by.in;
  const isField = inputsNamed(of.name, name).some((field) => field in bodyFields(of));
  if (isSame || isField) return undefined;
  return {
    ...attempted,
    by: toldSelector(where, name, owner, of.dialect.seen.find(owner, String(of.input.id))?.given),
  };
}

/** Reading or an earlier change showed it. */
function isProven({ dialect, name }: Asking, owner: string, by: SelectorProfile | undefined): boolean {
  const known = [name, ...readersOf(owner)].map((one) => dialect.knowledge.of(one).select);
  return by !== undefined && known.some((one) => one !== undefined && keyOf(one) === keyOf(by));
}

function wrapped(of: Asking, { form, by }: Attempted, name: string, got: Got): Attempted | undefined {
  const resource = resourceOf(of.name);
  const isWrapper = namesOf(resource).includes(plainName(name)) || ["data", "attributes"].includes(plainName(name));
  const isField = inputsNamed(of.name, name).some((field) => field in bodyFields(of));
  if (name === form.wrapper && isUnknown(got.text)) return { form: plainForm, by };
  if (!isWrapper || isField || form.wrapper !== undefined || of.dialect.knowledge.of(of.name).body) return undefined;
  return { form: { ...form, wrapper: name }, by };
}

function unwrapped({ form: { wrapper, ...form }, by }: Attempted): Attempted {
  return { form, by };
}

/** In an object of the resource's name, as many want it where something is made or changed. */
function wrappedSo(of: Asking, { form, by }: Attempted): Attempted | undefined {
  const resource = resourceOf(of.name);
  const isUsual = /\.(?:create|update)$/.test(of.name) && form.wrapper === undefined;
  if (!isUsual || of.dialect.knowledge.of(of.name).body) return undefined;
  return { form: { ...form, wrapper: styled(resource, styleHere(of)) }, by };
}

type Once = (fact: string, next: () => Attempted | undefined) => Attempted | undefined;

function renamed(of: Asking, attempted: Attempted, given: string, got: Got, once: Once): Attempted | undefined {
  const { form, by } = attempted;
  const name = form.wrapper === undefined ? given : given.replace(`${form.wrapper}.`, "");
  const fields = Object.keys(bodyFields(of)).filter((field) => !form.without.includes(field));
  const sent = fields.find((field) => (form.names[field] ?? nameOf(of, field)) === name);
  if (sent !== undefined && isUnknown(got.text)) return without(of, attempted, sent, once);
  // What was sent in an object and is said to be missing is wanted outside of it.
  if (sent !== undefined) return form.wrapper === undefined ? undefined : once("wrapper", () => unwrapped(attempted));
  const found = inputsNamed(of.name, name).find((one) => fields.includes(one.split(".")[0] ?? ""));
  const other = inputsNamed(of.name, name)[0];
  // It misses what was not to be changed: then it knew nothing of what was sent, and shows how its names are written.
  if (!found && other !== undefined && !name.includes("."))
    return once("style", () => inStyleOf(of, attempted, name, other));
  const field = found ?? (name.includes(".") ? innerStranger(of, form, name) : lone(fields, name, got.text));
  // What stands in an object of its own may not have been seen at all.
  if (field === undefined)
    return form.wrapper === undefined || isUnknown(got.text) ? undefined : once("wrapper", () => unwrapped(attempted));
  const called = field.includes(".") ? (name.split(".").at(-1) ?? name) : name;
  return once(`name ${field}`, () => ({ form: { ...form, names: { ...form.names, [field]: called } }, by }));
}

function inStyleOf(of: Asking, { form, by }: Attempted, name: string, field: string): Attempted | undefined {
  const style = styles.find((one) => styled(field, one) === name);
  if (!style) return undefined;
  const fields = Object.keys(bodyFields(of));
  const names = Object.fromEntries(fields.map((one) => [one, restyled(form.names[one] ?? nameOf(of, one), style)]));
  const isOther = fields.some((one) => names[one] !== (form.names[one] ?? nameOf(of, one)));
  return isOther ? { form: { ...form, names: { ...form.names, ...names } }, by } : undefined;
}

/** A field that the service does not know by its name has another one, or there is none and it may be spared. */
function without(of: Asking, { form, by }: Attempted, field: string, once: Once): Attempted | undefined {
  const sent = [form.names[field], nameOf(of, field)];
  for (const name of otherNames(of, field).filter((one) => !sent.includes(one))) {
    const next = once(`name ${field}`, () => ({ form: { ...form, names: { ...form.names, [field]: name } }, by }));
    if (next) return next;
  }
  return isSpare(of, field)
    ? once(`without ${field}`, () => ({ form: { ...form, without: [...form.without, field] }, by }))
    : undefined;
}

/** Of the fields within one that was sent, the only one that no item shows by its name. */
function innerStranger(of: Asking, form: Form, name: string): string | undefined {
  const [outer = ""] = name.split(".");
  const field = Object.keys(bodyFields(of)).find((one) => (form.names[one] ?? nameOf(of, one)) === outer);
  const value = field === undefined ? undefined : of.input[field];
  if (field === undefined || !isRecord(value)) return undefined;
  const [shown, names] = [innerKeys(of, field), innerNames(of, field)];
  const style = styleHere(of);
  const strangers = Object.keys(value).filter(
    (inner) => !shown.has(String(names[inner] ?? styled(inner, style))) && !(`${field}.${inner}` in form.names),
  );
  return strangers.length === 1 ? `${field}.${strangers[0]}` : undefined;
}

/** Where only one field was sent, a name that nobody knows is that one's; but what names a thing is no text of it. */
function lone([field, more]: readonly string[], name: string, refusal: string): string | undefined {
  const isNaming = (one = "") => /(?:id|key|ref|guid|slug)$/i.test(one);
  const isOther = (isNaming(name) && !isNaming(field)) || /\b(?:query|header)\b/i.test(refusal);
  return more === undefined && !isOther ? field : undefined;
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
  const style = styleHere(of);
  const names = Object.keys(bodyFields(of)).map((field) => [field, styled(field, style)] as const);
  const isOther = names.some(([field, name]) => name !== (form.names[field] ?? nameOf(of, field)));
  return isOther ? { form: { ...form, names: Object.fromEntries(names) }, by } : undefined;
}
