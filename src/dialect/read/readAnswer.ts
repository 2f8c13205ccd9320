import type { OperationName } from "../../contract/operations.ts";
import type { FieldPath } from "../../text/fieldPath.ts";
import { getValueAtPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { isRecord } from "../../text/record.ts";
import type { ReadPage } from "../dialect.ts";
import type { Subject } from "../language/subjects.ts";
import { itemOf, recogniseItem } from "../recognise/recogniseItem.ts";
import { itemsOf, recogniseList } from "../recognise/recogniseList.ts";
import type { SeenPage } from "../recognise/recognisePaging.ts";
import type { Knowledge } from "./knowledge.ts";
import { learnFields } from "./learnFields.ts";
import { normalise } from "./normalise.ts";
import type { Shown } from "./shown.ts";
import { completeToken } from "./token.ts";

/** One item as the contract has it, and as it came. */
export interface ReadItem {
  readonly item: UnknownRecord;
  readonly given: UnknownRecord;
  readonly shown: Shown;
}

/** Reads a list out of an answer; undefined where there is none that can be told. */
export function readList(
  knowledge: Knowledge,
  operation: OperationName,
  subject: Subject,
  answer: Pick<SeenPage, "json" | "headers">,
): ReadPage | undefined {
  const known = knowledge.of(operation).list;
  const list =
    knownList(known, subject, answer.json) ?? recogniseList(answer.json, subject) ?? gone(known, answer.json);
  if (!list) return undefined;
  const { items: given, place } = list;
  if (given.length > 0 && !isSame(known, place)) knowledge.learn(operation, { list: place });
  const { places, shown } = learnFields(knowledge, operation, subject, given);
  const states = knowledge.profile().states?.[subject.resource];
  const items = given.map((item) => normalise(subject, { places, states }, item));
  return { items, given, shown, seen: { ...answer, list: place, items: given } };
}

interface PlacedItems {
  readonly place: FieldPath;
  readonly items: readonly UnknownRecord[];
}

function knownList(place: FieldPath | undefined, subject: Subject, json: unknown): PlacedItems | undefined {
  const value = place && getValueAtPath(json, place);
  if (!place || value === undefined) return undefined;
  const items = value === null ? [] : itemsOf(value, subject.resource);
  return items && { place, items };
}

/** Some leave a list out when it is empty: where it is known, an answer with no other one is that. */
function gone(place: FieldPath | undefined, json: unknown): PlacedItems | undefined {
  const isEmpty = place && isRecord(json) && Object.values(json).every((value) => !isRecord(value));
  return isEmpty ? { place, items: [] } : undefined;
}

const isSame = (one: FieldPath | undefined, other: FieldPath) => JSON.stringify(one) === JSON.stringify(other);

/** Reads the one item out of an answer; undefined where there is none. */
export function readItem(
  knowledge: Knowledge,
  operation: OperationName,
  subject: Subject,
  json: unknown,
): ReadItem | undefined {
  const known = knowledge.of(operation).item;
  const at = known && itemOf(getValueAtPath(json, known));
  const found = at ? { place: known, item: at } : recogniseItem(json, subject);
  if (!found) return undefined;
  const { item: given, place } = found;
  if (!isSame(known, place)) knowledge.learn(operation, { item: place });
  const { places, shown } = learnFields(knowledge, operation, subject, [given]);
  const states = knowledge.profile().states?.[subject.resource];
  const item = normalise(subject, { places, states }, given);
  return { item: subject.resource === "token" ? completeToken(item, Date.now()) : item, given, shown };
}
