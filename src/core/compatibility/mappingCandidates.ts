import { type FieldPath, getValueAtPath, walkFieldPaths } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { FieldRole } from "./mappingFields.ts";

const most = { values: 3, characters: 40 } as const;

/** A few values, so that the user recognizes the field. */
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

/** A candidate for the list of items, or for the one item, in a response. */
export interface ItemHolder {
  readonly path: FieldPath;
  readonly items: readonly UnknownRecord[];
  readonly samples: string;
}

/** A candidate for a field of an item. */
export interface FieldCandidate {
  readonly path: FieldPath;
  readonly samples: string;
  /** Whether its name and values match the field. */
  readonly isLikely: boolean;
}

/** Services do not nest items deeper than this. */
const deepest = 4;

const usual = /^(items|data|results?|records|entries|list|values|elements|nodes|rows|objects|payload|page)$/i;

/** Lists of objects, best match first; `about` is the resource (`servers`). */
export function findListHolders(json: unknown, about: string): readonly ItemHolder[] {
  const found = [...walkFieldPaths(json, deepest)].flatMap(([path, value]) => {
    if (!Array.isArray(value) || !value.every(isRecord)) return [];
    const samples = value.length === 0 ? "empty now" : `${value.length} items: ${formatSamples(value)}`;
    return [{ path, items: value, samples, score: nameScore(path, about) + (value.length === 0 ? 0 : 1) }];
  });
  return bestFirst(found);
}

/** Objects that may be the item, best match first. */
export function findItemHolders(json: unknown, about: string): readonly ItemHolder[] {
  const found = [...walkFieldPaths(json, deepest)].flatMap(([path, value]) => {
    if (!isRecord(value) || path.length > 3) return [];
    const plain = Object.values(value).filter((inner) => typeof inner !== "object").length;
    // An envelope has few fields of its own; a deeper object is likely a part of the item.
    const named = path.length === 0 ? 0 : nameScore(path, about);
    const score = named + Math.min(plain, 8) / 4 - path.length / 2;
    return [{ path, items: [value], samples: formatSamples([value]), score }];
  });
  return bestFirst(found);
}

function nameScore(path: FieldPath, about: string): number {
  const last =
    path
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

/** Fields of items that match a role, best match first. */
export function findFieldCandidates(items: readonly UnknownRecord[], role: FieldRole): readonly FieldCandidate[] {
  const places = new Map<string, FieldPath>();
  for (const item of items.slice(0, 50))
    for (const [path, value] of walkFieldPaths(item, deepest))
      if (path.length > 0 && isPlain(value)) places.set(JSON.stringify(path), path);
  const found = [...places.values()].map((path) => {
    const values = items.map((item) => getValueAtPath(item, path));
    const name = path.at(-1) ?? "";
    const isNamed = names[role].test(name);
    const score =
      (isNamed ? 2 : 0) + (isNamed && usualFields.test(name) ? 0.5 : 0) + fit(role, values) - path.length / 10;
    return { path, samples: formatSamples(values), isLikely: isNamed && score > 1.5, score };
  });
  return bestFirst(found);
}

const isPlain = (value: unknown) =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** How well the values match the role: 0 to 1. */
function fit(role: FieldRole, all: readonly unknown[]): number {
  const values = all.filter((value) => isPlain(value) && value !== "");
  const isTime = values.every((value) => typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value));
  if (values.length === 0 || isTime) return 0;
  const isDistinct = new Set(values).size === values.length && values.length === all.length;
  const areTexts = values.every((value) => typeof value === "string" && /\p{L}/u.test(value) && value.length < 200);
  if (role === "id") return isDistinct && values.every((value) => !/\s/.test(String(value))) ? 1 : 0;
  if (role === "name") return areTexts && !values.some((value) => /^https?:/.test(String(value))) ? 1 : 0;
  const isRepeated = values.length < 3 || new Set(values).size <= values.length / 2 + 1;
  return areTexts && isRepeated && values.every((value) => String(value).length < 40) ? 1 : 0;
}

function bestFirst<Found extends { readonly score: number }>(found: readonly Found[]): readonly Omit<Found, "score">[] {
  return found.toSorted((one, other) => other.score - one.score);
}
