import { getOwnProperty, isRecord, type UnknownRecord } from "../../../text/record.ts";

/** The fields of a document. */
export type DocumentFields = UnknownRecord;

/** A changed field of the document, or of a map in it (`environment`). */
export interface FieldChange {
  readonly path: readonly [field: string] | readonly [field: string, name: string];
  readonly from: unknown;
  /** undefined: removed. */
  readonly to: unknown;
}

/**
 * The changes from one document to another. A field that the second omits stays; a name that one of its maps omits is
 * removed.
 */
export function diffFields(before: DocumentFields, after: DocumentFields): readonly FieldChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const old = before[field];
    if (isRecord(old) && isRecord(value)) return mapChanges(field, old, value);
    return same(old, value) ? [] : [{ path: [field] as const, from: old, to: value }];
  });
}

function mapChanges(field: string, before: DocumentFields, after: DocumentFields): readonly FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [from, to] = [getOwnProperty(before, name), getOwnProperty(after, name)];
    return same(from, to) ? [] : [{ path: [field, name] as const, from, to }];
  });
}

/** As a JSON Merge Patch (RFC 7396). */
export function createMergePatch(changes: readonly FieldChange[]): DocumentFields {
  const patch: Record<string, unknown> = {};
  for (const { path, to } of changes) {
    const [field, name] = path;
    const inner = patch[field];
    patch[field] = name === undefined ? to : { ...(isRecord(inner) ? inner : {}), [name]: to ?? null };
  }
  return patch;
}

/** The fields that both changed to different values. */
export function findFieldConflicts(
  local: readonly FieldChange[],
  remote: readonly FieldChange[],
): readonly FieldConflict[] {
  return local.flatMap((own) => {
    const other = remote.find(({ path }) => formatFieldPath(path) === formatFieldPath(own.path));
    return other && !same(own.to, other.to) ? [{ local: own, remote: other }] : [];
  });
}

export interface FieldConflict {
  readonly local: FieldChange;
  readonly remote: FieldChange;
}

/** The form in which the service names a rejected field. */
export const formatFieldPath = (path: readonly string[]) => path.join(".");

/** Values are scalars or lists of scalars; maps are compared by their fields. */
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
