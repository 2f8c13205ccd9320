import { type Fields, isFields, type Place, placesIn } from "./json.ts";
import { plainName, plurals } from "./words.ts";

/** Where the items of a list stand in an answer. */
export interface FoundList {
  readonly place: Place;
  /** An object that names each item by its key, in place of an array. */
  readonly keyed?: true;
  readonly because: "bare" | "name" | "usual" | "only";
  readonly items: readonly Fields[];
}

const usual = new Set(
  "items data results result records entries list values elements content nodes edges rows objects collection embedded response payload page value hits docs".split(
    " ",
  ),
);

interface Candidate extends FoundList {
  readonly score: number;
}

/** Finds the list of a resource, whatever it is wrapped in; undefined where the answer holds none, or none that can be told from others. */
export function recogniseList(json: unknown, resource: string): FoundList | undefined {
  const names = new Set([resource, resource.replace(/^.*?(?=[A-Z])/, "")].flatMap(plurals));
  const all = [...placesIn(json, 3)].flatMap(([place, value]) => candidateAt(place, value, names));
  const [first, second] = all.sort((one, other) => other.score - one.score);
  if (!first) return undefined;
  const only = all.filter(({ keyed }) => !keyed).length === 1;
  // Two unknown lists side by side: rather say so than show the wrong one.
  if (first.score < 0.5 && !only && second && second.score > first.score - 0.1) return undefined;
  const { score, ...found } = first;
  return found;
}

function candidateAt(place: Place, value: unknown, names: ReadonlySet<string>): Candidate[] {
  const items = Array.isArray(value) ? value.map(unwrapped) : undefined;
  const depth = 0.02 * place.length;
  if (items) {
    if (!items.every(isFields)) return [];
    const score = nameScore(place, names) - depth - (items.length === 0 ? 0.05 : 0);
    return [{ place, items, score, because: reason(place, names) }];
  }
  if (!isFields(value) || place.length === 0) return [];
  const entries = Object.values(value);
  // Items by their keys look like one another; the fields of an item do not.
  const isKeyed = entries.length > 0 && entries.every(isFields) && names.has(plainName(place.at(-1) ?? ""));
  if (!isKeyed) return [];
  const keyed = Object.entries(value).flatMap(([id, item]) => (isFields(item) ? [{ id, ...item }] : []));
  return [{ place, keyed: true, items: keyed, score: 0.7 - depth, because: "name" }];
}

/** `{ node: {...} }` of a graph and `{ server: {...} }` are the item they hold. */
function unwrapped(item: unknown): unknown {
  if (!isFields(item)) return item;
  const values = Object.values(item);
  const [only] = values;
  if (values.length === 1 && isFields(only)) return only;
  return "node" in item && isFields(item.node) ? item.node : item;
}

function nameScore(place: Place, names: ReadonlySet<string>): number {
  if (place.length === 0) return 1;
  const plain = plainName(place.at(-1) ?? "");
  if (names.has(plain)) return 1;
  if (usual.has(plain)) return 0.8;
  return 0.4;
}

function reason(place: Place, names: ReadonlySet<string>): FoundList["because"] {
  const plain = plainName(place.at(-1) ?? "");
  if (place.length === 0) return "bare";
  return names.has(plain) ? "name" : usual.has(plain) ? "usual" : "only";
}
