import { type FieldPath, getValueAtPath, listFieldNames } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { FieldSearch, FoundPlace } from "../read/findFields.ts";
import { plainName, stem } from "../vocabulary/plainNames.ts";
import { idOf } from "../vocabulary/values.ts";

/** So long an id is of one resource alone; shorter ones, such as 7, can be of any. */
const tellingLength = 5;
const leastShort = 3;
const mostColumns = 100;

interface IdColumn {
  readonly name: string;
  readonly place: FieldPath;
  readonly values: readonly string[];
}

/**
 * Finds the id of items, and the ids of what they belong to, by their values where no name shows them: an `environment` whose ids are
 * those of servers is the server. Only a single candidate counts: in the item itself, else in the objects that hold its fields.
 */
export function findByValues(
  search: FieldSearch,
  items: readonly UnknownRecord[],
  found: Readonly<Record<string, FoundPlace>>,
  idsOf: (kind: string) => ReadonlySet<string> | undefined,
  bases: readonly FieldPath[] = [],
): Record<string, FoundPlace> {
  const taken = new Set(Object.values(found).map(({ place }) => place.join("\n")));
  const columns = listIdColumns(items, [[], ...bases]).filter(({ place }) => !taken.has(place.join("\n")));
  const missing = Object.entries(search.fields).filter(
    ([field, { shape }]) => shape.kind === "id" && !Object.hasOwn(found, field) && search.given?.[field] !== null,
  );
  return Object.fromEntries(
    missing.flatMap(([field]): [string, FoundPlace][] => {
      const fits = field === "id" ? isOwnId(search, items) : isLinkTo(idsOf(field.replace(/Id$/, "")));
      const fitting = columns.filter(fits);
      const own = fitting.filter(({ place }) => place.length === 1);
      const [first, second] = own.length > 0 ? own : fitting;
      return first && !second ? [[field, { place: first.place, because: "synonym" }]] : [];
    }),
  );
}

/** The fields of items that hold ids, with the values that are stated. */
function listIdColumns(items: readonly UnknownRecord[], bases: readonly FieldPath[]): readonly IdColumn[] {
  const places = bases.flatMap((base) => {
    const objects = items.map((item) => getValueAtPath(item, base)).filter(isRecord);
    return [...new Set(objects.flatMap((object) => listFieldNames(object)))].map((name) => [...base, name]);
  });
  return places.slice(0, mostColumns).map((place) => ({
    name: place.at(-1) ?? "",
    place,
    values: items.flatMap((item) => idOf(getValueAtPath(item, place)) ?? []),
  }));
}

/** Every item has another value, and the name says that it is an id, and of no other resource. */
function isOwnId({ conventions }: FieldSearch, items: readonly UnknownRecord[]) {
  return ({ name, values }: IdColumn) => {
    const plain = plainName(name);
    const bare = stem(plain, "id");
    if (bare === plain || items.length === 0 || new Set(values).size !== items.length) return false;
    return conventions.kindsNamed(bare).length === 0;
  };
}

/** Not all items of the other kind were seen when a link in an object of the item is proposed. */
const heldShare = 0.3;

function isLinkTo(ids: ReadonlySet<string> | undefined) {
  return ({ place, values }: IdColumn) => {
    if (!ids) return false;
    const isLong = values.some(({ length }) => length >= tellingLength);
    const count = values.filter((value) => ids.has(value)).length;
    const leastCount = values.length * (place.length > 1 ? heldShare : 1);
    return isLong ? count >= Math.max(1, leastCount) : new Set(values).size >= leastShort && count === values.length;
  };
}
