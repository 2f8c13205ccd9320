import { type FieldPath, getValueAtPath, listFieldNames } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import type { DialectCall, DialectResponse, ResponseFields } from "../dialectCall.ts";
import { identifyPreset } from "../presets/identifyPreset.ts";
import { conventionsOf, learn, profileOf, saveProfile } from "../session.ts";
import { findListOf, findOperationFacts, findStateFamily } from "../vocabulary/operationFacts.ts";
import { findByValues, kindWord } from "./findByValues.ts";
import { type FoundPlace, findFields, type Places } from "./findFields.ts";
import { findItem } from "./findItem.ts";
import { findList } from "./findList.ts";
import { normalise } from "./normalise.ts";
import { translateState, wordOf } from "./readState.ts";
import { completeToken } from "./token.ts";

/** A list of a response: items as the contract has them, and as they came. */
export interface ReadList {
  readonly items: readonly UnknownRecord[];
  readonly wireItems: readonly UnknownRecord[];
  /** The ids that the service states, also those that several items have. */
  readonly ids: readonly (string | undefined)[];
  readonly place: FieldPath;
}

export interface ReadItem {
  readonly item: UnknownRecord;
  readonly wireItem: UnknownRecord;
  /** How many of the contract's fields it has. */
  readonly fieldCount: number;
}

/** Reads the list of a response; undefined if there is none. */
export function readList(call: DialectCall, { json, status, headers }: DialectResponse): ReadList | undefined {
  learnPreset(call, json, headers);
  const { resource } = findOperationFacts(call.name);
  const found = findList(status === 204 ? [] : json, resource, conventionsOf(call.session), profileOf(call).list);
  if (!found) return undefined;
  learnPreset(call, found.items[0], headers);
  if (found.items.length > 0 && !isSamePath(profileOf(call).list, found.place)) learn(call, { list: found.place });
  learnKind(call, resource, found.place.at(-1) ?? "");
  const list = { ...readItems(call, found.items), place: found.place };
  rememberIds(call, resource, list.ids);
  return list;
}

const mostIds = 5000;
/** A service has few words for one resource. */
const mostWords = 3;

/** The ids of a resource show which fields of other items are links to it. */
function rememberIds({ session }: DialectCall, kind: string, ids: ReadList["ids"]): void {
  if (findListOf(kind) === undefined) return;
  const known = session.ids.get(kind) ?? new Set();
  session.ids.set(kind, known);
  for (const id of ids) if (id !== undefined && known.size < mostIds) known.add(id);
}

/** Learns the service's own word for a resource: its servers are `droplets`. */
function learnKind(call: DialectCall, kind: string, name: string): void {
  const { store } = call.session;
  const word = kindWord({ conventions: conventionsOf(call.session) }, kind, name);
  if (word === undefined) return;
  const profile = store.read();
  const words = profile.kinds?.[kind] ?? [];
  if (words.length < mostWords)
    saveProfile(store, { ...profile, kinds: { ...profile.kinds, [kind]: [...words, word] } });
}

/** Reads the item of a response; undefined if there is none. */
export function readItem(call: DialectCall, { json, headers }: Pick<DialectResponse, "json" | "headers">) {
  learnPreset(call, json, headers);
  const { resource } = findOperationFacts(call.name);
  const found = findItem(json, resource, conventionsOf(call.session), profileOf(call).item);
  if (found && found.place.length > 0 && !isSamePath(profileOf(call).item, found.place))
    learn(call, { item: found.place });
  return found && readOne(call, found.item);
}

const isSamePath = (path: FieldPath | undefined, other: FieldPath) => path?.join("\n") === other.join("\n");

/** Reads one item that stands alone, as in a stream. */
export function readOne(call: DialectCall, wireItem: UnknownRecord): ReadItem {
  const { items } = readItems(call, [wireItem]);
  const item = items[0] ?? {};
  const { resource } = findOperationFacts(call.name);
  const fieldCount = Object.keys(call.shown.fields?.fields ?? {}).length;
  return { item: resource === "token" ? completeToken(item, Date.now()) : item, wireItem, fieldCount };
}

function readItems(call: DialectCall, wireItems: readonly UnknownRecord[]): Omit<ReadList, "place"> {
  const { session } = call;
  const { resource: kind, fields } = findOperationFacts(call.name);
  const conventions = conventionsOf(session);
  const states = session.store.read().states?.[kind];
  const search = { kind, fields, conventions, given: profileOf(call).fields };
  const named = findFields(search, wireItems);
  const valued = findByValues(search, wireItems, named, (owner) => session.ids.get(owner));
  const found = { ...named, ...valued };
  for (const [field, { place }] of Object.entries(valued))
    if (field !== "id") learnKind(call, field.replace(/Id$/, ""), place.at(-1) ?? "");
  const places = Object.fromEntries(Object.entries(found).map(([name, { place }]) => [name, place]));
  const [sample] = wireItems;
  const known = session.samples.get(kind);
  // An answer with few fields, such as a bare key, shows less than a list did.
  if (sample && Object.keys(places).length >= Object.keys(known?.places ?? {}).length)
    session.samples.set(kind, { places, item: sample });
  const reading = { kind, fields, conventions, places, states };
  call.shown.fields = summarize(reading, found, wireItems);
  const items = wireItems.map((item) => normalise(reading, item));
  const ids = items.map(({ id }) => (typeof id === "string" ? id : undefined));
  return { items: removeSharedIds(items), wireItems, ids };
}

/** An id that several items have identifies none of them. */
function removeSharedIds(items: readonly UnknownRecord[]): readonly UnknownRecord[] {
  const known = new Map<unknown, UnknownRecord>();
  const shared = new Set<unknown>();
  for (const item of items) {
    const same = item.id === undefined ? undefined : known.get(item.id);
    if (same && JSON.stringify(same) !== JSON.stringify(item)) shared.add(item.id);
    known.set(item.id, item);
  }
  if (shared.size === 0) return items;
  return items.map(({ id, ...rest }) => (shared.has(id) || id === undefined ? rest : { id, ...rest }));
}

/** The first response that shows a convention decides. */
function learnPreset({ session: { store } }: DialectCall, json: unknown, headers: DialectResponse["headers"]): void {
  const profile = store.read();
  if (profile.preset !== undefined) return;
  const preset = identifyPreset(json, headers);
  if (preset) saveProfile(store, { ...profile, preset: preset.name });
}

const mostUnknown = 200;
const mostStates = 20;
const longestState = 40;

function summarize(
  reading: Parameters<typeof normalise>[0],
  found: Readonly<Record<string, FoundPlace>>,
  items: readonly UnknownRecord[],
): ResponseFields {
  return {
    fields: found,
    unknown: findUnknownPlaces(items, reading.places).slice(0, mostUnknown),
    unsaid: Object.keys(reading.fields).filter((name) => !Object.hasOwn(found, name)),
    states: findUnknownStates(reading, items),
  };
}

function findUnknownPlaces(items: readonly UnknownRecord[], places: Places): FieldPath[] {
  const known = new Set(Object.values(places).map(([first]) => first));
  const names = new Set(items.slice(0, 40).flatMap((item) => listFieldNames(item)));
  return [...names].filter((name) => !known.has(name)).map((name) => [name]);
}

function findUnknownStates(
  { kind, fields, places, conventions, states }: Parameters<typeof normalise>[0],
  items: readonly UnknownRecord[],
): string[] {
  const shape = fields.status?.shape;
  const place = places.status;
  if (!place || shape?.kind !== "choice") return [];
  const family = findStateFamily(kind, "status");
  const words = new Set(items.flatMap((item) => wordOf(getValueAtPath(item, place)) ?? []));
  return [...words]
    .filter((word) => word !== "" && word.length <= longestState && !conventions.isFinished(word))
    .filter((word) => translateState({ conventions, family, states: shape.values, given: states }, word) === undefined)
    .slice(0, mostStates);
}
