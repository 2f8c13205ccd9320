import { type FieldPath, getValueAtPath, listFieldNames } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Conventions } from "../vocabulary/conventions.ts";
import { plainName } from "../vocabulary/plainNames.ts";

/** Where the item is in a response. */
export interface FoundItem {
  readonly place: FieldPath;
  readonly item: UnknownRecord;
}

const wrappers = new Set("data result item node record object response payload body entity".split(" "));
/** What still makes an item. */
const works = /^(?:operation|action|job|task)$/;
const mostWrappers = 3;

/** Finds the one item: where the profile or the convention says, else inside wrappers, else the response itself. */
export function findItem(
  json: unknown,
  kind: string,
  conventions: Conventions,
  given: FieldPath | undefined,
): FoundItem | undefined {
  for (const place of given ? [given] : conventions.preset.items) {
    const item = onlyItem(getValueAtPath(json, place));
    if (item) return { place, item };
  }
  let place: FieldPath = [];
  let item = onlyItem(json);
  for (let count = 0; item && count < mostWrappers; count += 1) {
    const inner = findWrapped(item, kind, conventions);
    if (!inner) break;
    place = [...place, inner.name];
    item = inner.item;
  }
  return item && { place, item };
}

function findWrapped(item: UnknownRecord, kind: string, conventions: Conventions) {
  const names = conventions.kindNames(kind);
  const nameable = listFieldNames(item);
  // Beside an item, an object of the same name is a part of it.
  const isBare = !nameable.some((name) => /^(?:id|uuid|name|createdat|status|state)$/.test(plainName(name)));
  const isSingle = Object.keys(item).length === 1;
  for (const name of nameable) {
    const inner = onlyItem(item[name]);
    // An object with one field is no item, but it can wrap one.
    if (!inner || (Object.keys(inner).length < 2 && !findWrapped(inner, kind, conventions))) continue;
    const plain = plainName(name);
    const isOnly = isSingle && !works.test(plain);
    if (isOnly || (isBare && (wrappers.has(plain) || names.includes(plain)))) return { name, item: inner };
  }
  return undefined;
}

/** An object, also as the only item of a list. */
function onlyItem(value: unknown): UnknownRecord | undefined {
  const item: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isRecord(item) ? item : undefined;
}
