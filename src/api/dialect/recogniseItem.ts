import { type Fields, isFields, type Place, placesIn } from "./json.ts";
import { type FoundFields, recogniseFields } from "./recogniseFields.ts";
import type { Subject } from "./subjects.ts";
import { plainName } from "./words.ts";

/** Where the one item of an answer stands, and its fields. */
export interface FoundItem {
  readonly place: Place;
  readonly fields: FoundFields;
  readonly item: Fields;
}

const wrappers = new Set("data result item record object response payload body attributes content value".split(" "));

/** Finds the item in an answer, whatever it is wrapped in; undefined where nothing in it looks like one. */
export function recogniseItem(json: unknown, subject: Subject): FoundItem | undefined {
  const resource = plainName(subject.resource);
  const found = [...placesIn(json, 2)].flatMap(([place, value]) => {
    if (!isFields(value)) return [];
    const names = place.map(plainName);
    if (!names.every((name) => wrappers.has(name) || name === resource || resource.endsWith(name))) return [];
    const fields = recogniseFields({ ...subject, items: [value] });
    const score = Object.values(fields).reduce(
      (sum, { because, place: inner }) => sum + weights[because] / inner.length,
      0,
    );
    return score > 0 ? [{ place, fields, item: value, score: score - 0.1 * place.length }] : [];
  });
  const [best] = found.sort((one, other) => other.score - one.score);
  if (!best) return undefined;
  const { score, ...item } = best;
  return item;
}

const weights = { name: 1, synonym: 0.8, likeness: 0.4, values: 0.2 } as const;
