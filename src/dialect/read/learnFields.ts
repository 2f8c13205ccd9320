import type { OperationName } from "../../contract/operations.ts";
import { type FieldPath, getValueAtPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { fitOf } from "../language/fit.ts";
import type { Subject } from "../language/subjects.ts";
import { placesOf } from "../recognise/foundFields.ts";
import { recogniseFields } from "../recognise/recogniseFields.ts";
import { withoutShared } from "./borrowedId.ts";
import type { Knowledge } from "./knowledge.ts";
import { type Shown, shownOf } from "./shown.ts";

/** Where the contract's fields stand, and what the items showed of it. */
export interface LearnedFields {
  readonly places: Readonly<Record<string, FieldPath>>;
  readonly shown: Shown;
}

/** Where the contract's fields stand: as is known, as long as the items do not contradict it, and what they show besides. */
export function learnFields(
  knowledge: Knowledge,
  operation: OperationName,
  subject: Subject,
  items: readonly UnknownRecord[],
): LearnedFields {
  const known = knowledge.of(operation).fields ?? {};
  const found = items.length > 0 ? recogniseFields({ ...subject, items }) : {};
  const places = withoutShared(revised(subject, known, placesOf(found), items), items);
  if (items.length > 0 && JSON.stringify(places) !== JSON.stringify(known))
    knowledge.learn(operation, { fields: places });
  const states = knowledge.profile().states?.[subject.resource];
  return { places, shown: shownOf(subject, places, found, items, states) };
}

function revised(
  subject: Subject,
  known: Readonly<Record<string, FieldPath>>,
  found: Readonly<Record<string, FieldPath>>,
  items: readonly UnknownRecord[],
): Readonly<Record<string, FieldPath>> {
  const kept = Object.entries(known).filter(
    ([name, place]) => !Object.hasOwn(found, name) || !isContradicted(subject, name, place, items),
  );
  const taken = new Set(kept.map(([, place]) => JSON.stringify(place)));
  const names = new Set(kept.map(([name]) => name));
  // An id may stand where the name does; else a place is one field's alone.
  const more = Object.entries(found).filter(
    ([name, place]) => !names.has(name) && (name === "id" || !taken.has(JSON.stringify(place))),
  );
  return { ...Object.fromEntries(kept), ...Object.fromEntries(more) };
}

/** No item has the place, or what stands there can be nothing of the kind. */
function isContradicted(subject: Subject, name: string, place: FieldPath, items: readonly UnknownRecord[]): boolean {
  const values = items.map((item) => getValueAtPath(item, place));
  if (values.every((value) => value === undefined)) return true;
  const shape = subject.fields[name]?.shape;
  return shape !== undefined && fitOf(shape, values, subject.family(name)) === 0;
}
