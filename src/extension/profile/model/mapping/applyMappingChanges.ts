import type { DialectProfile, OperationProfile } from "../../../../contract/dialectProfile.ts";
import type { OperationName } from "../../../../contract/operations.ts";
import type { FieldPath } from "../../../../text/fieldPath.ts";
import type { MappingChange } from "../../../../webview/protocol/mappingPanelMessages.ts";
import { isSameJsonPlace } from "./jsonPlaces.ts";
import type { MappingFields } from "./mappingFields.ts";

/** A profile that reads the answer to an operation as the user says. Without changes it is the same. */
export function applyMappingChanges(
  profile: DialectProfile,
  operation: OperationName,
  { kind, resource }: Pick<MappingFields, "kind" | "resource">,
  changes: readonly MappingChange[],
): DialectProfile {
  if (changes.length === 0) return profile;
  const { offered: _, ...known } = profile.operations[operation] ?? {};
  const lines = changes.reduce<OperationProfile>((current, change) => applyChange(current, change, kind, known), known);
  const words = changes.flatMap((change) => (change.kind === "state" ? [[change.word, change.state] as const] : []));
  return {
    ...profile,
    dialect: "other",
    operations: { ...profile.operations, [operation]: lines },
    ...(words.length > 0 && {
      states: { ...profile.states, [resource]: { ...profile.states?.[resource], ...Object.fromEntries(words) } },
    }),
  };
}

function applyChange(
  lines: OperationProfile,
  change: MappingChange,
  kind: MappingFields["kind"],
  known: OperationProfile,
): OperationProfile {
  switch (change.kind) {
    case "holder":
      return moveHolder(lines, change.path, kind, known);
    case "field":
      return { ...lines, fields: { ...withoutPlace(lines.fields, change.path), [change.field]: change.path } };
    case "absent":
      return { ...lines, fields: { ...lines.fields, ...Object.fromEntries(change.fields.map(toAbsent)) } };
    case "state":
      return lines;
  }
}

const toAbsent = (field: string) => [field, null] as const;

/** Places that were chosen in the items of another list mean nothing in this one. */
function moveHolder(
  { list: _list, item: _item, fields: _fields, ...rest }: OperationProfile,
  path: FieldPath,
  kind: MappingFields["kind"],
  { fields }: OperationProfile,
): OperationProfile {
  return { ...rest, [kind]: path, ...(fields && { fields }) };
}

/** A place that the user maps to one field no longer maps to another. */
function withoutPlace(
  fields: OperationProfile["fields"] = {},
  path: FieldPath,
): NonNullable<OperationProfile["fields"]> {
  return Object.fromEntries(Object.entries(fields).filter(([, place]) => !place || !isSameJsonPlace(place, path)));
}
