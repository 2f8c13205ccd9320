import { type FieldPath, getValueAtPath, walkFieldPaths } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { FieldRole } from "./mappingFields.ts";

const most = { values: 3, characters: 40 } as const;

/** A few of the values, to recognise them by. */
function formatSamples(values: readonly unknown[]): string {
  const texts = values.filter((value) => value !== undefined && value !== null).map(textOf);
  const shown = [...new Set(texts)].slice(0, most.values);
  return shown.length === 0 ? "nothing there" : shown.join(", ");
}

function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ");
  return line.length <= most.characters ? line : `${line.slice(0, most.characters).toWellFormed()}...`;
}

/** Where the items of a list, or the one item, may stand in an answer. */
export interface ItemHolder {
  readonly place: FieldPath;
  readonly items: readonly UnknownRecord[];
  readonly samples: string;
}

/** Where a field may stand in an item. */
export interface FieldCandidate {
  readonly place: FieldPath;
  readonly samples: string;
  /** It looks like what is wanted. */
  readonly isLikely: boolean;
}

/** Deeper, nobody has what is looked for. */
const deepest = 4;

const usual = /^(items|data|results?|records|entries|list|values|elements|nodes|rows|objects|payload|page)$/i;

/** Lists of objects, the likeliest first: `about` is what the list is of (`servers`). */
export function findListHolders(json: unknown, about: string): readonly ItemHolder[] {
  const found = [...walkFieldPaths(json, deepest)].flatMap(([place, value]) => {
    if (!Array.isArray(value) || !value.every(isRecord)) return [];
    const samples = value.length === 0 ? "empty now" : `${value.length} items: ${formatSamples(value)}`;
    return [{ place, items: value, samples, score: nameScore(place, about) + (value.length === 0 ? 0 : 1) }];
  });
  return bestFirst(found);
}

/** Objects that may be the one item, the likeliest first. */
export function findItemHolders(json: unknown, about: string): readonly ItemHolder[] {
  const found = [...walkFieldPaths(json, deepest)].flatMap(([place, value]) => {
    if (!isRecord(value) || place.length > 3) return [];
    const plain = Object.values(value).filter((inner) => typeof inner !== "object").length;
    // An envelope holds little of its own; deeper means a part of the item.
    const named = place.length === 0 ? 0 : nameScore(place, about);
    const score = named + Math.min(plain, 8) / 4 - place.length / 2;
    return [{ place, items: [value], samples: formatSamples([value]), score }];
  });
  return bestFirst(found);
}

function nameScore(place: FieldPath, about: string): number {
  const last =
    place
      .at(-1)
      ?.replaceAll(/[^a-z]/gi, "")
      .toLowerCase() ?? "items";
  if (last === about.toLowerCase()) return 3;
  return usual.test(last) ? 2 : 0;
}

const names: Readonly<Record<FieldRole, RegExp>> = {
  id: /^_?(id|uuid|guid|uid|key|slug|number|ref)$|([_-]id|[a-z]I[dD]|uuid)$/,
  name: /name|title|label|summary|subject|message/i,
  state: /stat(e|us)|phase|condition|lifecycle|outcome|level|severity/i,
};

const usualFields = /^_?(id|uuid|name|title|status|state|phase)$/i;

/** Fields of items that may play a role, the likeliest first. */
export function findFieldCandidates(items: readonly UnknownRecord[], role: FieldRole): readonly FieldCandidate[] {
  const places = new Map<string, FieldPath>();
  for (const item of items.slice(0, 50))
    for (const [place, value] of walkFieldPaths(item, deepest))
      if (place.length > 0 && isPlain(value)) places.set(JSON.stringify(place), place);
  const found = [...places.values()].map((place) => {
    const values = items.map((item) => getValueAtPath(item, place));
    const name = place.at(-1) ?? "";
    const isNamed = names[role].test(name);
    const score =
      (isNamed ? 2 : 0) + (isNamed && usualFields.test(name) ? 0.5 : 0) + fit(role, values) - place.length / 10;
    return { place, samples: formatSamples(values), isLikely: isNamed && score > 1.5, score };
  });
  return bestFirst(found);
}

const isPlain = (value: unknown) =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** How well what stands there would do: 0 to 1. */
function fit(role: FieldRole, all: readonly unknown[]): number {
  const values = all.filter((value) => isPlain(value) && value !== "");
  const isTime = values.every((value) => typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value));
  if (values.length === 0 || isTime) return 0;
  const isDistinct = new Set(values).size === values.length && values.length === all.length;
  const areWords = values.every((value) => typeof value === "string" && /\p{L}/u.test(value) && value.length < 200);
  if (role === "id") return isDistinct && values.every((value) => !/\s/.test(String(value))) ? 1 : 0;
  if (role === "name") return areWords && !values.some((value) => /^https?:/.test(String(value))) ? 1 : 0;
  const isRepeated = values.length < 3 || new Set(values).size <= values.length / 2 + 1;
  return areWords && isRepeated && values.every((value) => String(value).length < 40) ? 1 : 0;
}

function bestFirst<Found extends { readonly score: number }>(found: readonly Found[]): readonly Omit<Found, "score">[] {
  return found.toSorted((one, other) => other.score - one.score);
}
