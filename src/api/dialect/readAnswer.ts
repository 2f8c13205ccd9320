import type { OperationName } from "../../contract/operations.ts";
import type { OperationProfile, Profile } from "../../contract/profile.ts";
import { type Fields, isFields, type Place, valueAt } from "./json.ts";
import { normalise, placesOf } from "./normalise.ts";
import { recogniseFields } from "./recogniseFields.ts";
import { recogniseItem } from "./recogniseItem.ts";
import { type FoundList, recogniseList } from "./recogniseList.ts";
import type { SeenPage } from "./recognisePaging.ts";
import type { Subject } from "./subjects.ts";

/** What of a service's way to speak is known, and grows with what it answers. */
export interface Knowledge {
  profile(): Profile;
  of(operation: OperationName): OperationProfile;
  /** Keeps what an answer showed of an operation. */
  learn(operation: OperationName, more: OperationProfile): void;
}

/** A page as the contract has it, with what is needed to go on. */
export interface ReadPage {
  readonly items: readonly Fields[];
  readonly given: readonly Fields[];
  readonly seen: SeenPage;
}

/** Reads a list out of an answer; undefined where there is none that can be told. */
export function readList(
  knowledge: Knowledge,
  operation: OperationName,
  subject: Subject,
  answer: Pick<SeenPage, "json" | "headers">,
): ReadPage | undefined {
  const known = knowledge.of(operation);
  const list = knownList(known.list, answer.json) ?? recogniseList(answer.json, subject.resource);
  if (!list) return undefined;
  const places = learnFields(knowledge, operation, subject, list.items);
  if (list.items.length > 0 && known.list === undefined) knowledge.learn(operation, { list: list.place });
  const states = knowledge.profile().states?.[subject.resource];
  return {
    items: list.items.map((item) => normalise(subject, { places, states }, item)),
    given: list.items,
    seen: { ...answer, list: list.place, items: list.items },
  };
}

function knownList(place: Place | undefined, json: unknown): Pick<FoundList, "place" | "items"> | undefined {
  const value = place && valueAt(json, place);
  return place && Array.isArray(value) && value.every(isFields) ? { place, items: value } : undefined;
}

/** Where the contract's fields stand: as is known, and what these items show besides. */
function learnFields(knowledge: Knowledge, operation: OperationName, subject: Subject, items: readonly Fields[]) {
  const known = knowledge.of(operation).fields ?? {};
  if (items.length === 0) return known;
  const isWhole = Object.keys(subject.fields).every((name) => name in known);
  if (isWhole) return known;
  const taken = new Set(Object.values(known).map((place) => JSON.stringify(place)));
  const found = placesOf(recogniseFields({ ...subject, items }));
  const more = Object.entries(found).filter(([name, place]) => !(name in known) && !taken.has(JSON.stringify(place)));
  if (more.length === 0) return known;
  const fields = { ...known, ...Object.fromEntries(more) };
  knowledge.learn(operation, { fields });
  return fields;
}

/** Reads the one item out of an answer; undefined where there is none. */
export function readItem(
  knowledge: Knowledge,
  operation: OperationName,
  subject: Subject,
  json: unknown,
): Fields | undefined {
  const known = knowledge.of(operation);
  const at = known.item && valueAt(json, known.item);
  const found = isFields(at) ? { place: known.item ?? [], item: at } : recogniseItem(json, subject);
  if (!found) return undefined;
  if (known.item === undefined) knowledge.learn(operation, { item: found.place });
  const places = learnFields(knowledge, operation, subject, [found.item]);
  return normalise(subject, { places, states: knowledge.profile().states?.[subject.resource] }, found.item);
}
