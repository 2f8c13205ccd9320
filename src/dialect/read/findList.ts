import { type FieldPath, getValueAtPath, walkFieldPaths } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Conventions } from "../vocabulary/conventions.ts";
import { plainName } from "../vocabulary/plainNames.ts";

/** Where the items of a list are in a response. */
export interface FoundList {
  readonly place: FieldPath;
  readonly items: readonly UnknownRecord[];
}

const usualNames = new Set(
  "items data results result records entries list values value elements content nodes edges rows objects collection embedded response payload page docs".split(
    " ",
  ),
);
/** Lists beside the items. */
const otherNames = new Set("errors warnings messages links included tags scopes fields".split(" "));
const depth = 3;

/**
 * Finds the items of a resource: where the profile or the convention says, in the response itself, under the resource's name or a usual
 * one, else the only list of objects. Undefined if there is none, or if two lists are equally likely.
 */
export function findList(
  json: unknown,
  kind: string,
  conventions: Conventions,
  given: FieldPath | undefined,
): FoundList | undefined {
  const places = given ? [given] : conventions.preset.lists;
  for (const place of places) {
    const value = getValueAtPath(json, place);
    const items = readItems(value, kind) ?? (given && entriesOfMap(value));
    if (items) return { place, items };
  }
  if (json === null) return { place: [], items: [] };
  const bare = readItems(json, kind);
  if (bare && Array.isArray(json)) return { place: [], items: bare };
  const isEmpty = conventions.preset.emptyObjectIsEmptyList && isRecord(json) && Object.keys(json).length === 0;
  return isEmpty ? { place: [], items: [] } : findNamedList(json, kind, conventions);
}

interface Candidate extends FoundList {
  readonly rank: number;
}

function findNamedList(json: unknown, kind: string, conventions: Conventions): FoundList | undefined {
  const candidates = [...walkFieldPaths(json, depth)].flatMap(([place, value]): Candidate[] => {
    const name = plainName(place.at(-1) ?? "");
    const isOwn = conventions.isPlural(name, kind);
    if (place.length === 0 || (otherNames.has(name) && !isOwn)) return [];
    const entries = isOwn ? entriesOfMap(value) : undefined;
    if (!Array.isArray(value) && !entries) return [];
    const items = entries ?? readItems(value, kind);
    if (!items) return [];
    const rank = isOwn ? 0 : usualNames.has(name) ? 1 : 2;
    return [{ place, items, rank: rank + place.length / 100 }];
  });
  const [first, second] = candidates.sort((a, b) => a.rank - b.rank);
  if (!first || second?.rank === first.rank) return undefined;
  // A list without a telling name counts only if there is no other.
  return first.rank >= 2 && second ? undefined : { place: first.place, items: first.items };
}

/** The items of a value: objects, nodes of edges, or texts, which are ids or messages. */
function readItems(value: unknown, kind: string): readonly UnknownRecord[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const stated = value.filter((item) => item !== null);
  if (stated.every(isRecord)) return stated.map((item) => (isEdge(item) ? item.node : item));
  if (!stated.every((item) => typeof item === "string")) return undefined;
  const names = textNames[kind] ?? ["id", "name"];
  return stated.map((text): UnknownRecord => Object.fromEntries(names.map((name) => [name, text])));
}

/** Items by their ids, in place of a list: `{ "7": { ... }, "14": { ... } }`. */
function entriesOfMap(value: unknown): readonly UnknownRecord[] | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).flatMap(([id, item]) => (isRecord(item) ? [{ id, ...item }] : []));
  return entries.length > 0 && entries.length === Object.keys(value).length ? entries : undefined;
}

/** What a text in place of an item is, if it is not its name. */
const textNames: Readonly<Record<string, readonly string[]>> = { event: ["message"], version: ["version"] };

/** An item of a Relay connection. */
function isEdge(item: UnknownRecord): item is { readonly node: UnknownRecord } {
  return isRecord(item.node) && Object.keys(item).every((name) => name === "node" || name === "cursor");
}
