import type { DialectProfile, StateRule } from "../../contract/dialectProfile.ts";
import type { Field, Fields, Shape } from "../../contract/profile/shape.ts";
import { type FieldPath, getValueAtPath } from "../../text/fieldPath.ts";
import type { Visits } from "../../text/jsonPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Conventions } from "../vocabulary/conventions.ts";
import { findStateFamily, findStateField } from "../vocabulary/operationFacts.ts";
import { durationOf } from "../vocabulary/times.ts";
import { isPairList, isStated, leafReaders, numberOf, textOf, wordOf } from "../vocabulary/values.ts";
import { isComputed, placeExpressions } from "./expression.ts";
import { findFields, omitProposed, type Places, placesOf } from "./findFields.ts";
import { identified } from "./itemIdentity.ts";
import { applyStateRules, readState } from "./readState.ts";

/** How the items of a resource, or of a part of one, are read. */
export interface ItemReading {
  readonly kind: string;
  readonly fields: Fields;
  readonly conventions: Conventions;
  readonly places: Places;
  /** What the profile says of the states of items; undefined for parts of items. */
  readonly rules?: readonly StateRule[] | undefined;
  /** What the paths of the profile may still visit. */
  readonly visits?: Visits | undefined;
  /** What the profile says of the parts of items, by their kinds. */
  readonly kinds?: DialectProfile["kinds"];
}

/** The field that a value is of. */
interface ValueContext {
  readonly reading: ItemReading;
  readonly field: string;
  /** The service's name of the field, which can contain the unit. */
  readonly wireName: string;
}

/**
 * An item as the contract has it. A field that the service does not state is absent, a state that no table has is an `UnknownState`, and
 * what the contract does not know is retained beside it.
 */
export function normalise(reading: ItemReading, item: UnknownRecord): UnknownRecord {
  const read = Object.entries(reading.fields).flatMap(([name, field]) => {
    const value = readField(reading, item, name, field);
    return value === undefined ? [] : [[name, value] as const];
  });
  const retained = listRetained(reading, item, new Set(read.map(([name]) => name)));
  return Object.fromEntries([...retained, ...read].filter(([name]) => !isComputed([name])));
}

/**
 * What the contract does not know, also in the objects that hold an item's fields; and what its fields cannot hold, such as a number
 * out of their range.
 */
function listRetained({ fields, places, conventions }: ItemReading, item: UnknownRecord, read: ReadonlySet<string>) {
  const { bases } = conventions.preset;
  const used = Object.entries(places).filter(
    ([name, place]) => read.has(name) || !isStated(getValueAtPath(item, place)),
  );
  const moved = new Set([...used.map(([, place]) => place), ...bases].map((place) => place.join("\n")));
  return [[], ...bases].flatMap((base: FieldPath) => {
    const object = getValueAtPath(item, base);
    const isRetained = (name: string) => !Object.hasOwn(fields, name) && !moved.has([...base, name].join("\n"));
    return isRecord(object) ? Object.entries(object).filter(([name]) => isRetained(name)) : [];
  });
}

function readField(reading: ItemReading, item: UnknownRecord, name: string, { shape, nullable }: Field): unknown {
  const { kind, conventions, places, rules, visits } = reading;
  const place = places[name];
  if (shape.kind === "choice" && (name === "status" || name === "level")) {
    const family = findStateFamily(kind, name);
    return readState({ conventions, family, states: shape.values, rules, visits }, item, place);
  }
  if (shape.kind === "choice" && name === findStateField(kind) && rules && rules.length > 0) {
    const ruled = applyStateRules(rules, item, visits);
    return shape.values.find((value) => value === ruled);
  }
  if (!place) return undefined;
  const value = getValueAtPath(item, place);
  if (value === null && nullable) return null;
  if (value === "" && shape.kind === "text" && shape.least === 0) return "";
  if (!isStated(value)) return undefined;
  return convert(shape, value, { reading, field: name, wireName: place.at(-1) ?? "" }, item);
}

/** A value as the contract has it; undefined if it cannot be one. */
function convert(shape: Shape, value: unknown, context: ValueContext, item?: UnknownRecord): unknown {
  switch (shape.kind) {
    case "list":
      return convertList(shape.of, value, context);
    case "map":
      return convertMap(shape.of, value, context);
    case "object":
      return convertObject(shape.fields, value, context, item);
    case "text":
      return convertText(shape, value, context);
    case "number":
      return convertNumber(shape, value, context);
    case "choice": {
      const { reading, field } = context;
      const word = wordOf(value);
      // A role decides nothing in the editor: it is shown as the service names it.
      if (word === undefined || field === "role") return word;
      return reading.conventions.stateOf(findStateFamily(reading.kind, field), shape.values, word);
    }
    default:
      return leafReaders[shape.kind](value);
  }
}

/** Fields that hold text of other programs, whatever JSON it is. */
const freeTextFields: ReadonlySet<string> = new Set(["expected", "actual", "output"]);

type ShapeOf<Kind> = Extract<Shape, { kind: Kind }>;

function convertText({ least, most }: ShapeOf<"text">, value: unknown, { field }: ValueContext): string | undefined {
  const text = textOf(value) ?? (freeTextFields.has(field) ? JSON.stringify(value) : undefined);
  return text === undefined || text.length < least || text.length > most ? undefined : text;
}

function convertNumber({ whole, least, most }: ShapeOf<"number">, value: unknown, { field, wireName }: ValueContext) {
  const plain = isRecord(value) ? undefined : value;
  const read = field.endsWith("Ms") ? durationOf(plain, wireName) : numberOf(plain);
  const number = read ?? (Array.isArray(value) ? value.length : undefined);
  if (number === undefined || number < least || number > most) return undefined;
  const exact = whole ? Math.round(number) : number;
  return Number.isFinite(exact) && (!whole || Number.isSafeInteger(exact)) ? exact : undefined;
}

function convertList(of: Shape, value: unknown, context: ValueContext): readonly unknown[] | undefined {
  if (of.kind !== "object") return wordsIn(value)?.flatMap((part) => convert(of, part, context) ?? []);
  const entries = itemsIn(of.fields, value);
  if (!entries) return undefined;
  const made = normaliseParts(context, context.field.replace(/s$/, ""), of.fields, entries).flatMap(
    (entry) => identified(of.fields, entry) ?? [],
  );
  // Entries that nothing distinguishes are unknown, not none.
  return made.length === 0 && entries.length > 0 ? undefined : made;
}

function convertMap({ shape, nullable }: Field, value: unknown, context: ValueContext): UnknownRecord | undefined {
  const entries = entriesOf(value)?.flatMap(([name, inner]) => {
    const part = (isStated(inner) ? convert(shape, inner, context) : undefined) ?? (nullable ? null : undefined);
    return part === undefined ? [] : [[name, part] as const];
  });
  return entries && Object.fromEntries(entries);
}

function convertObject(
  fields: Fields,
  value: unknown,
  context: ValueContext,
  item: UnknownRecord | undefined,
): UnknownRecord | undefined {
  const { reading, field, wireName } = context;
  const object = objectIn(fields, field, value);
  const [made] = object ? normaliseParts(context, field, fields, [object]) : [];
  if (!made || (!("id" in fields) && !identified(fields, made))) return undefined;
  // The parts are among the fields of the item: what else is there is not theirs.
  const isBase = reading.conventions.preset.bases.some((base) => base.length === 1 && base[0] === wireName);
  const isSpread = object === item || wireName === "" || isComputed([wireName]) || isBase;
  return isSpread ? Object.fromEntries(Object.entries(made).filter(([name]) => Object.hasOwn(fields, name))) : made;
}

/** Parts of items, with what the profile says of their kind: the cases of a test run. */
function normaliseParts(
  { reading: { conventions, kinds, visits } }: ValueContext,
  kind: string,
  fields: Fields,
  given: readonly UnknownRecord[],
): readonly UnknownRecord[] {
  const known = kinds?.[kind];
  const { items, places: givenPlaces } = placeExpressions(known?.fields ?? {}, given, undefined, visits);
  const named = findFields({ kind, fields, conventions, given: givenPlaces }, items);
  const places = placesOf(kind === "case" || kind === "metric" ? omitProposed(named) : named);
  // The states of a case are only those that the profile says.
  const rules = known?.states ?? (kind === "case" ? [] : undefined);
  return items.map((item) => normalise({ kind, fields, conventions, places, rules, kinds, visits }, item));
}

/** What a list without objects holds, also where it is one text: `read write`. */
function wordsIn(given: unknown): readonly unknown[] | undefined {
  const all: unknown = typeof given === "string" ? given.split(/[\s,]+/) : given;
  return Array.isArray(all) ? all.filter(isStated) : undefined;
}

/** Objects; texts, which are the names or the messages; or what is listed by names. */
function itemsIn(fields: Fields, given: unknown): readonly UnknownRecord[] | undefined {
  const text = ["name", "message", "path"].find((name) => name in fields);
  if (Array.isArray(given))
    return given.flatMap((one): UnknownRecord[] =>
      isRecord(one) ? [one] : text && typeof one === "string" ? [{ [text]: one }] : [],
    );
  if (!isRecord(given)) return undefined;
  // A connection or a page inside an item.
  const inner = ["nodes", "items", "data", "edges", "results"].map((name) => given[name]).find(Array.isArray);
  if (inner)
    return itemsIn(
      fields,
      inner.map((one: unknown) => (isRecord(one) && isRecord(one.node) ? one.node : one)),
    );
  if (!("name" in fields)) return undefined;
  return Object.entries(given).map(([name, value]) =>
    isRecord(value) ? { id: name, name, ...value } : { name, value },
  );
}

/** A map, also where it is a list of names and values. */
function entriesOf(given: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (isPairList(given)) return given.map((pair) => [String(pair.name ?? pair.key), pair.value]);
  return isRecord(given) ? Object.entries(given) : undefined;
}

/** An object; a text in its place is what it says, or the field that is called like the whole. */
function objectIn(fields: Fields, whole: string, given: unknown): UnknownRecord | undefined {
  if (isRecord(given)) return given;
  const name = [whole, "message"].find((one) => Object.hasOwn(fields, one));
  return typeof given === "string" && name !== undefined ? { [name]: given } : undefined;
}
