import { type FieldPath, walkFieldPaths } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { namesOf } from "../language/resourceNames.ts";
import { plainName } from "../language/words.ts";
import type { FoundFields, Recognising } from "./foundFields.ts";
import { recogniseFields } from "./recogniseFields.ts";

/** Where the one item of an answer stands, and its fields. */
export interface FoundItem {
  readonly place: FieldPath;
  readonly fields: FoundFields;
  readonly item: UnknownRecord;
}

const wrappers = new Set(
  "data result results item items record object response payload body content value entity".split(" "),
);
const depth = 3;
const weights = { name: 1, synonym: 0.8, likeness: 0.4, values: 0.2 } as const;

/** Finds the item in an answer, whatever it is wrapped in; undefined where nothing in it looks like one. */
export function recogniseItem(json: unknown, subject: Omit<Recognising, "items">): FoundItem | undefined {
  const found = [...walkFieldPaths(json, depth)].flatMap(([place, value]) => {
    const item = itemOf(value);
    if (!item || !isWrapper(json, place, subject.resource)) return [];
    const fields = recogniseFields({ ...subject, items: [item] });
    const score = scoreOf(fields) - 0.1 * place.length;
    return score > 0 ? [{ place, item, fields, score }] : [];
  });
  const [best] = found.sort((one, other) => other.score - one.score);
  if (!best) return undefined;
  const around = found.find(({ place }) => isAround(place, best.place));
  const { score, ...item } = around && saysMore(around.fields, best.fields, subject) ? around : best;
  return item;
}

function isAround(place: FieldPath, inner: FieldPath): boolean {
  return place.length === inner.length - 1 && place.every((name, index) => name === inner[index]);
}

/** Whether things that belong to an item stand beside it: `{ user: {...}, organization: { id } }`. */
function saysMore(around: FoundFields, within: FoundFields, { fields }: Pick<Recognising, "fields">): boolean {
  return Object.entries(around).some(([name, { because, place }]) => {
    const kind = fields[name]?.shape.kind;
    const isThing = name !== "id" && (kind === "id" || kind === "object") && place.length > 0;
    return isThing && because === "name" && !Object.hasOwn(within, name);
  });
}

/** An item, also where it comes as a list of one. */
export function itemOf(value: unknown): UnknownRecord | undefined {
  const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isRecord(one) ? one : undefined;
}

/** Whether what stands there is the whole, and not a part of an item. */
function isWrapper(json: unknown, place: FieldPath, resource: string): boolean {
  const names = namesOf(resource);
  let at = json;
  for (const name of place) {
    // What `_meta` says beside the item is of the item.
    if (!isRecord(at) || isRecord(at._meta)) return false;
    const plain = plainName(name);
    const isOnly = Object.keys(at).length === 1;
    if (!isOnly && !wrappers.has(plain) && !names.some((known) => known === plain || known.endsWith(plain)))
      return false;
    at = at[name];
  }
  return true;
}

/** What stands deeper in it counts less: then the deeper one is the item. */
function scoreOf(fields: FoundFields): number {
  return Object.values(fields).reduce(
    (sum, { because, place }) => sum + weights[because] / Math.max(1, place.length),
    0,
  );
}
