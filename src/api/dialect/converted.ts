import { absent } from "./absent.ts";
import { flagOf, idOf, isPairs, isSaid, numberOf, textOf } from "./fit.ts";
import { placesOf } from "./foundFields.ts";
import { type Fields, isFields } from "./json.ts";
import { type Dictionary, normalise } from "./normalise.ts";
import { recogniseFields } from "./recogniseFields.ts";
import type { Field, Shape } from "./shape.ts";
import { type StateFamily, stateOf } from "./states.ts";
import { familyOf } from "./subjects.ts";
import { durationOf, timeOf } from "./times.ts";

/** Of which field a value is. */
export interface About {
  readonly name: string;
  /** What the service calls it, which may say the unit. */
  readonly given: string;
  readonly family: StateFamily | undefined;
  readonly states: Dictionary["states"];
  /** Its fields are among those of the item: what else is there is not its own. */
  readonly isSpread?: boolean;
}

/** A value as the contract has it; undefined where it can be nothing of the kind. */
export function converted(shape: Shape, given: unknown, about: About): unknown {
  switch (shape.kind) {
    case "id":
      return idOf(given);
    case "text":
      return textOf(given) ?? (shown.has(about.name) ? JSON.stringify(given) : undefined);
    case "time":
      return timeOf(given);
    case "date":
      return timeOf(given)?.slice(0, 10);
    case "number":
      return countOf(shape, given, about);
    case "flag":
      return flagOf(given);
    case "choice":
      return choiceOf(shape.values, given, about);
    case "list":
      return listOf(shape.of, given, about);
    case "map":
      return mapOf(shape.of, given, about);
    case "object":
      return objectOf(shape.fields, given, about);
    case "any":
      return given;
  }
}

/** Texts that show what another program said, whatever that is. */
const shown = new Set(["expected", "actual", "output"]);

function countOf(
  { whole, least }: Extract<Shape, { kind: "number" }>,
  given: unknown,
  about: About,
): number | undefined {
  const value = about.name.endsWith("Ms") ? durationOf(given, about.given) : numberOf(given);
  const number = value ?? (Array.isArray(given) ? given.length : undefined);
  if (number === undefined || number < least) return undefined;
  const exact = whole ? Math.round(number) : number;
  return Number.isFinite(exact) && (!whole || Number.isSafeInteger(exact)) ? exact : undefined;
}

function choiceOf(values: readonly string[], given: unknown, { family, states }: About): string | undefined {
  const own = states && Object.hasOwn(states, String(given)) ? states[String(given)] : undefined;
  return own !== undefined && values.includes(own) ? own : stateOf(family, values, given);
}

function listOf(of: Shape, given: unknown, about: About): readonly unknown[] | undefined {
  if (of.kind !== "object") {
    const all = typeof given === "string" ? given.split(/[\s,]+/).filter((one) => one !== "") : given;
    if (!Array.isArray(all)) return undefined;
    return all.flatMap((one) => (isSaid(one) ? (converted(of, one, { ...about, states: undefined }) ?? []) : []));
  }
  const items = listed(of.fields, given);
  if (!items) return undefined;
  const subject = subjectOf(about.name.replace(/s$/, ""), of.fields);
  const places = placesOf(recogniseFields({ ...subject, items }));
  return items.map((item) => normalise(subject, { places }, item));
}

/** Objects; texts, which are the names or the messages; or what is listed by names. */
function listed(fields: Readonly<Record<string, Field>>, given: unknown): readonly Fields[] | undefined {
  const text = ["name", "message", "path"].find((name) => name in fields);
  if (Array.isArray(given))
    return given.flatMap((one): Fields[] =>
      isFields(one) ? [one] : text && typeof one === "string" ? [{ [text]: one }] : [],
    );
  if (!isFields(given) || !("name" in fields)) return undefined;
  return Object.entries(given).map(([name, value]) =>
    isFields(value) ? { id: name, name, ...value } : { name, value },
  );
}

function mapOf(of: Field, given: unknown, about: About): Fields | undefined {
  const entries = isPairs(given)
    ? given.map((pair) => [String(pair.name ?? pair.key), pair.value] as const)
    : isFields(given)
      ? Object.entries(given)
      : undefined;
  return entries && Object.fromEntries(entries.map(([name, value]) => [name, partOf(of, value, about)]));
}

function partOf({ shape, nullable }: Field, given: unknown, about: About): unknown {
  return (isSaid(given) ? converted(shape, given, about) : undefined) ?? (nullable ? null : absent(shape));
}

function objectOf(fields: Readonly<Record<string, Field>>, given: unknown, about: About): Fields | undefined {
  const item = typeof given === "string" ? textIn(fields, about.name, given) : given;
  if (!isFields(item)) return undefined;
  const subject = subjectOf(about.name, fields);
  const made = normalise(subject, { places: placesOf(recogniseFields({ ...subject, items: [item] })) }, item);
  if (!about.isSpread) return made;
  return Object.fromEntries(Object.entries(made).filter(([name]) => Object.hasOwn(fields, name)));
}

/** A text in place of an object is what it says, or the field that is called like the whole. */
function textIn(fields: Readonly<Record<string, Field>>, whole: string, text: string): Fields | undefined {
  const name = [whole, "message"].find((one) => Object.hasOwn(fields, one));
  return name === undefined ? undefined : { [name]: text };
}

function subjectOf(resource: string, fields: Readonly<Record<string, Field>>) {
  return { resource, fields, family: familyOf(resource) };
}
