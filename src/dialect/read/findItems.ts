import { type FieldPath, getValueAtPath, listFieldNames, walkFieldPaths } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Conventions } from "../vocabulary/conventions.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
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

/** Where the item is in a response. */
interface FoundItem {
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

const settingsHolders = ["result", "data", "settings", "items", "results", "value"];

/** An answer with settings; a list of names and values is taken as an object of them. */
export function settingsIn(json: unknown): unknown {
  const lists = [json, ...(isRecord(json) ? settingsHolders.map((name) => json[name]) : [])];
  const pairs = lists.find((list) => Array.isArray(list) && list.length > 0 && list.every(isSetting));
  return Array.isArray(pairs) ? Object.fromEntries(pairs.map((one) => [nameOf(one), one.value])) : withoutRecord(json);
}

/** `{ id, createdTime, fields }` and `{ count, value }`: beside the settings there is only what a record has. */
function withoutRecord(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const rest = Object.entries(json).filter(([name]) => !ofRecord.test(plainName(name)));
  const [[, only] = []] = rest;
  const held = Object.entries(json).find(([name, value]) => holders.test(plainName(name)) && isRecord(value))?.[1];
  return isRecord(held) ? held : rest.length === 1 && isRecord(only) ? only : json;
}

const holders = /^(?:settings|preferences|items|values|fields|options)$/;
const ofRecord =
  /^(?:id|uuid|type|kind|object|count|url|href|self|links?|etag|ok|success|(?:created|updated|modified)\w*)$/;

const nameOf = ({ name, key, id }: UnknownRecord) => String(name ?? key ?? id);

function isSetting(value: unknown): value is UnknownRecord {
  return isRecord(value) && "value" in value && ["name", "key", "id"].some((name) => typeof value[name] === "string");
}

/** Whose settings they are, where they are and how the request went. */
const noSetting =
  /^(?:(?:user|account|organi[sz]ation|owner|tenant|workspace|member)?(?:id|sid|uuid|guid)|ur[il]|href|self|links?|object|success|errors|messages|ok|resultinfo|meta)$/;

/** The settings without what is none. */
export function withoutOtherFacts(settings: UnknownRecord): UnknownRecord {
  const { fields } = findOperationFacts("userSettings.get");
  const isSetting = (name: string) => Object.hasOwn(fields, name) || !noSetting.test(plainName(name));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => isSetting(name)));
}
