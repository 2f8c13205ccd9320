import type { DialectProfile, OperationProfile } from "../../contract/dialectProfile.ts";
import type { OperationName } from "../../contract/operations.ts";
import type { FieldPath } from "../../text/fieldPath.ts";
import { isSameJsonPlace } from "./jsonPlaces.ts";
import type { MappingFields } from "./mappingFields.ts";

/** What was said of an answer. */
export interface ResponseMapping {
  /** Where the list, or the item, stands. */
  readonly place: FieldPath;
  /** Where fields stand in an item; null: they are not there. */
  readonly fields: Readonly<Record<string, FieldPath | null>>;
}

/** The profile in which an operation is read as somebody said. */
export function applyResponseMapping(
  profile: DialectProfile,
  name: OperationName,
  kind: MappingFields["kind"],
  mapping: ResponseMapping,
): DialectProfile {
  const { offered: _, list: _list, item: _item, fields = {}, ...rest } = profile.operations[name] ?? {};
  const at = { [kind]: mapping.place };
  const said = Object.entries(mapping.fields).flatMap(([field, place]) => (place ? [[field, place] as const] : []));
  // What was taken for another field is none where it was just said what it is.
  const kept = Object.entries(fields).filter(
    ([field, place]) => !(field in mapping.fields) && !said.some(([, own]) => isSameJsonPlace(own, place)),
  );
  const operation: OperationProfile = { ...rest, ...at, fields: Object.fromEntries([...kept, ...said]) };
  return { ...profile, dialect: "other", operations: { ...profile.operations, [name]: operation } };
}
