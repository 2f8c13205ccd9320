import type { DialectProfile, OperationProfile } from "../../contract/dialectProfile.ts";
import type { OperationName } from "../../contract/operations.ts";
import type { FieldPath } from "../../text/fieldPath.ts";
import { isSameJsonPlace } from "./jsonPlaces.ts";
import type { MappingFields } from "./mappingFields.ts";

/** The user's mapping of a response. */
export interface ResponseMapping {
  /** The path of the list, or of the item. */
  readonly path: FieldPath;
  /** The path of each field within an item; null: the item does not have it. */
  readonly fields: Readonly<Record<string, FieldPath | null>>;
}

/** A profile whose operation is read with the mapping. */
export function applyResponseMapping(
  profile: DialectProfile,
  name: OperationName,
  kind: MappingFields["kind"],
  mapping: ResponseMapping,
): DialectProfile {
  const { offered: _, list: _list, item: _item, fields = {}, ...rest } = profile.operations[name] ?? {};
  const at = { [kind]: mapping.path };
  const mapped = Object.entries(mapping.fields).flatMap(([field, place]) => (place ? [[field, place] as const] : []));
  // A path that the user maps to one field no longer maps to another.
  const remaining = Object.entries(fields).filter(
    ([field, place]) => !(field in mapping.fields) && !mapped.some(([, own]) => isSameJsonPlace(own, place)),
  );
  const operation: OperationProfile = { ...rest, ...at, fields: Object.fromEntries([...remaining, ...mapped]) };
  return { ...profile, dialect: "other", operations: { ...profile.operations, [name]: operation } };
}
