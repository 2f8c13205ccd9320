import { getOwnProperty, isRecord, type UnknownRecord } from "../../text/record.ts";

/** The fields of a document as they were read or written. */
export type DocumentFields = UnknownRecord;

/** A field that differs: of the document itself, or of a map in it (`environment`). */
export interface FieldChange {
  readonly path: readonly [field: string] | readonly [field: string, name: string];
  readonly from: unknown;
  /** undefined: removed. */
  readonly to: unknown;
}

/**
 * What one has to change to come from one to the other. Fields that are left out of the second stay; names that are left out of a
 * map in it are removed.
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

/** What both changed, each in another way. */
export function findFieldConflicts(
  mine: readonly FieldChange[],
  theirs: readonly FieldChange[],
): readonly FieldConflict[] {
  return mine.flatMap((own) => {
    const other = theirs.find(({ path }) => formatFieldPath(path) === formatFieldPath(own.path));
    return other && !same(own.to, other.to) ? [{ mine: own, theirs: other }] : [];
  });
}

export interface FieldConflict {
  readonly mine: FieldChange;
  readonly theirs: FieldChange;
}

/** As the service names a field in what it refuses. */
export const formatFieldPath = (path: readonly string[]) => path.join(".");

/** Fields are scalars, lists of them, or maps that are taken apart before. */
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
