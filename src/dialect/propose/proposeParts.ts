import type { FieldProposal } from "../../contract/profile/profileProposal.ts";
import type { Fields, Shape } from "../../contract/profile/shape.ts";
import { type FieldPath, formatFieldPath, getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { type FieldSearch, findFields } from "../read/findFields.ts";
import type { Conventions } from "../vocabulary/conventions.ts";

/** Parts of objects that are names for, in kinds whose services spread them over the item or name them otherwise. */
const questionParts: Readonly<Record<string, readonly string[]>> = {
  summary: ["passed", "failed", "skipped"],
  failure: ["message"],
  target: ["agent", "path"],
};

interface PartsSearch {
  readonly field: string;
  readonly shape: Shape;
  readonly items: readonly UnknownRecord[];
  readonly conventions: Conventions;
  /** Where the object is found as a whole: then its parts are read with it. */
  readonly whole: FieldPath | undefined;
  /** The objects in items, in which the parts can be else. */
  readonly objects: readonly FieldPath[];
  /** The paths whose values can be a part, the likeliest first. */
  readonly choicesOf: (shape: Shape, path: string | undefined) => readonly string[];
}

/** Where the parts of an object can be: `summary.passed` in the item itself, or in an object of another name. */
export function proposeParts(search: PartsSearch): readonly (readonly [string, FieldProposal])[] {
  const { field, shape, items, conventions, whole, objects, choicesOf } = search;
  const names = questionParts[field] ?? [];
  if (shape.kind !== "object" || names.length === 0) return [];
  const isText = whole !== undefined && items.some((item) => typeof getValueAtPath(item, whole) === "string");
  const bases = whole && !isText ? [whole] : objects;
  const found = findHolder(
    { kind: field, fields: pick(shape.fields, names), conventions, isProposal: true },
    items,
    bases,
  );
  return names.flatMap((part) => {
    const partShape = shape.fields[part]?.shape;
    if (!partShape) return [];
    // A text in the place of the object is its message.
    const place = isText && part === "message" ? whole : found[part];
    const path = place && formatFieldPath(place);
    const because = whole && !isText ? "name" : path === undefined ? undefined : "synonym";
    return [[`${field}.${part}`, { path, because, choices: choicesOf(partShape, path) }] as const];
  });
}

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/** The places of the parts in the object that has most of them. */
function findHolder(
  search: FieldSearch,
  items: readonly UnknownRecord[],
  bases: readonly FieldPath[],
): Readonly<Record<string, FieldPath>> {
  let best: Readonly<Record<string, FieldPath>> = {};
  for (const base of bases) {
    const objects = items.map((item) => getValueAtPath(item, base)).filter(isRecord);
    const found = Object.entries(findFields(search, objects)).filter(([, { place }]) => place.length === 1);
    if (found.length <= Object.keys(best).length) continue;
    best = Object.fromEntries(found.map(([part, { place }]) => [part, [...base, ...place]]));
  }
  return best;
}
