import type { FieldPath } from "../../text/fieldPath.ts";
import { isRecord } from "../../text/record.ts";
import { fieldsNamed } from "../language/fieldNames.ts";
import { fitOf, freeTexts } from "../language/fit.ts";
import { pluralScore } from "../language/resourceNames.ts";
import { plainName } from "../language/words.ts";
import { byIdentity, byValues } from "./byValues.ts";
import { type Column, columnsOf, doubtful } from "./columns.ts";
import type { FoundField, FoundFields, Recognising } from "./foundFields.ts";
import { spreadObjects } from "./spreadObjects.ts";

interface Candidate extends FoundField {
  readonly field: string;
  readonly score: number;
}

/** Below this it is rather nothing than that. */
const enough = 0.45;
/** What speaks for a field where no item says anything: little less than if they did. */
const silent = 0.97;
const samples = 50;

/** Finds the contract's fields in items of another service: by name, by what such fields are called, then by what stands in them. */
export function recogniseFields(wanted: Recognising): FoundFields {
  const columns = columnsOf(wanted, wanted.items.slice(0, samples));
  const candidates = columns
    .flatMap((column) => candidatesAt(wanted, column))
    .sort((one, other) => other.score - one.score);
  const found = new Map<string, FoundField>();
  const taken = new Set<string>();
  for (const { field, place, because } of candidates) {
    const key = JSON.stringify(place);
    if (found.has(field) || taken.has(key)) continue;
    taken.add(key);
    found.set(field, { place, because });
  }
  const isFree = ({ place }: Column) => !taken.has(JSON.stringify(place));
  byIdentity(wanted, columns, found);
  byValues(wanted, columns.filter(isFree), found);
  spreadObjects(wanted, columns.filter(isFree), found);
  return Object.fromEntries(found);
}

function candidatesAt(wanted: Recognising, { place, outer, inner, cost, values }: Column): Candidate[] {
  return fieldsNamed(wanted, outer, inner).flatMap(({ field, because, score: named }) => {
    const shape = wanted.fields[field]?.shape;
    if (!shape || (cost >= doubtful && named < 1)) return [];
    const fit = freeTexts.has(field) ? 1 : fitOf(shape, values, wanted.family(field));
    const isPath = field === "name" && values.every((value) => isResourcePath(value, wanted.resource));
    const score = (named - cost - (isPath ? 0.3 : 0)) * (fit === undefined ? silent : 0.5 + fit / 2);
    return fit === 0 || score < enough ? [] : [{ field, place, because, score }];
  });
}

/** `organizations/1/projects/2`: what some call a name says which one it is, and not what people call it (AIP-122). */
function isResourcePath(value: unknown, resource: string): boolean {
  const [collection, id] = typeof value === "string" ? value.split("/").slice(-2) : [];
  return collection !== undefined && id !== undefined && pluralScore(plainName(collection), resource) > 0;
}

/** The fields of items that none of the contract was found in: kept, and shown. */
export function unknownPlaces(
  items: readonly unknown[],
  known: Readonly<Record<string, FieldPath>>,
): readonly FieldPath[] {
  const heads = new Set(Object.values(known).map(([head]) => head));
  const whole = new Set(Object.values(known).flatMap((place) => (place.length === 1 ? place : [])));
  const names = new Map<string, FieldPath>();
  const all = columnsOf({ resource: "", fields: {} }, items.filter(isRecord).slice(0, samples));
  const full = new Set(Object.values(known).map((place) => JSON.stringify(place)));
  for (const { place } of all) {
    const [head = ""] = place;
    const isKnown = whole.has(head) || full.has(JSON.stringify(place));
    // Of what groups known fields the others are named one by one.
    if (isKnown || place.length > 1 !== heads.has(head) || place.length > 2) continue;
    names.set(JSON.stringify(place), place);
  }
  return [...names.values()];
}
