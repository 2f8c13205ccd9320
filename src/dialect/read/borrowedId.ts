import type { FieldPath } from "../../text/fieldPath.ts";
import { getValueAtPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { Asking } from "../dialect.ts";
import { plainName } from "../language/words.ts";
import { identities } from "../recognise/byValues.ts";
import { contentOf, keyOf } from "./itemKey.ts";

/** Whether an id stands where another field does that only may tell items apart: two can have the same. */
export function isBorrowed(place: FieldPath | undefined): boolean {
  const name = plainName(place?.at(-1) ?? "");
  return identities.some((one) => name.endsWith(one)) && !/^(?:qualifiedname|uniquename|identifier)$/.test(name);
}

/** Without an id that several items share: it is none. */
export function withoutShared(
  places: Readonly<Record<string, FieldPath>>,
  items: readonly UnknownRecord[],
): Readonly<Record<string, FieldPath>> {
  const { id, ...others } = places;
  if (!id || !isBorrowed(id)) return places;
  const ids = items.map((item) => getValueAtPath(item, id)).filter((value) => value !== undefined);
  return new Set(ids).size === ids.length ? places : others;
}

/** What tells an item of a list from others: what only stands for an id can be another one's too. */
export function keyFor({ dialect, name }: Asking): (item: UnknownRecord) => string {
  return isBorrowed(dialect.knowledge.of(name).fields?.id) ? contentOf : keyOf;
}
