import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Field } from "../vocabulary/shape.ts";
import { isPairList, isStated } from "../vocabulary/values.ts";

type FieldsOf = Readonly<Record<string, Field>>;

/** What a list without objects holds, also where it is one text: `read write`. */
export function wordsIn(given: unknown): readonly unknown[] | undefined {
  const all: unknown = typeof given === "string" ? given.split(/[\s,]+/) : given;
  return Array.isArray(all) ? all.filter(isStated) : undefined;
}

/** Objects; texts, which are the names or the messages; or what is listed by names. */
export function itemsIn(fields: FieldsOf, given: unknown): readonly UnknownRecord[] | undefined {
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
export function entriesOf(given: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (isPairList(given)) return given.map((pair) => [String(pair.name ?? pair.key), pair.value]);
  return isRecord(given) ? Object.entries(given) : undefined;
}

/** An object; a text in its place is what it says, or the field that is called like the whole. */
export function objectIn(fields: FieldsOf, whole: string, given: unknown): UnknownRecord | undefined {
  if (isRecord(given)) return given;
  const name = [whole, "message"].find((one) => Object.hasOwn(fields, one));
  return typeof given === "string" && name !== undefined ? { [name]: given } : undefined;
}
