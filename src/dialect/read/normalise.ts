import { type FieldPath, getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Conventions } from "../vocabulary/conventions.ts";
import { type Fields, findStateFamily } from "../vocabulary/operationFacts.ts";
import type { Field, Shape } from "../vocabulary/shape.ts";
import { isStated } from "../vocabulary/values.ts";
import { findFields, type Places } from "./findFields.ts";
import { identified } from "./itemIdentity.ts";
import { leafOf, type ValueContext } from "./leafOf.ts";
import { entriesOf, itemsIn, objectIn, wordsIn } from "./parts.ts";
import { readState } from "./readState.ts";

/** How the items of a resource, or of a part of one, are read. */
export interface ItemReading {
  readonly kind: string;
  readonly fields: Fields;
  readonly conventions: Conventions;
  readonly places: Places;
  /** The profile's own words for states. */
  readonly states?: Readonly<Record<string, string>> | undefined;
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
  return Object.fromEntries([...retained, ...read]);
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
  const objects = [[], ...bases].map((base): [FieldPath, unknown] => [base, getValueAtPath(item, base)]);
  return objects.flatMap(([base, object]) =>
    isRecord(object)
      ? Object.entries(object).filter(
          ([name]) => !Object.hasOwn(fields, name) && !moved.has([...base, name].join("\n")),
        )
      : [],
  );
}

function readField(reading: ItemReading, item: UnknownRecord, name: string, { shape, nullable }: Field): unknown {
  const { kind, conventions, places, states } = reading;
  const place = places[name];
  if (!place) return undefined;
  const family = findStateFamily(kind, name);
  if (shape.kind === "choice" && (name === "status" || name === "level"))
    return readState({ conventions, family, states: shape.values, given: states }, item, place);
  const value = getValueAtPath(item, place);
  if (value === null && nullable) return null;
  if (value === "" && shape.kind === "text" && shape.least === 0) return "";
  if (!isStated(value)) return undefined;
  return convert(shape, value, { conventions, field: name, wireName: place.at(-1) ?? "", family, states }, item);
}

function convert(shape: Shape, value: unknown, context: ValueContext, item?: UnknownRecord): unknown {
  if (shape.kind === "list") return convertList(shape.of, value, context);
  if (shape.kind === "map") return convertMap(shape.of, value, context);
  return shape.kind === "object" ? convertObject(shape.fields, value, context, item) : leafOf(shape, value, context);
}

function convertList(of: Shape, value: unknown, context: ValueContext): readonly unknown[] | undefined {
  if (of.kind !== "object")
    return wordsIn(value)?.flatMap((part) => convert(of, part, { ...context, states: undefined }) ?? []);
  const items = itemsIn(of.fields, value);
  if (!items) return undefined;
  const reading = readParts(context, context.field.replace(/s$/, ""), of.fields, items);
  return items.flatMap((item) => identified(of.fields, normalise(reading, item)) ?? []);
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
  const object = objectIn(fields, context.field, value);
  if (!object) return undefined;
  const made = normalise(readParts(context, context.field, fields, [object]), object);
  if (!("id" in fields) && !identified(fields, made)) return undefined;
  // The parts are among the fields of the item: what else is there is not theirs.
  const isSpread = object === item || context.wireName === "" || isBase(context, context.wireName);
  return isSpread ? Object.fromEntries(Object.entries(made).filter(([name]) => Object.hasOwn(fields, name))) : made;
}

function isBase({ conventions }: ValueContext, wireName: string): boolean {
  return conventions.preset.bases.some((base) => base.length === 1 && base[0] === wireName);
}

function readParts(
  { conventions }: ValueContext,
  kind: string,
  fields: Fields,
  items: readonly UnknownRecord[],
): ItemReading {
  const found = findFields({ kind, fields, conventions }, items);
  const places = Object.fromEntries(Object.entries(found).map(([name, { place }]) => [name, place]));
  return { kind, fields, conventions, places };
}
