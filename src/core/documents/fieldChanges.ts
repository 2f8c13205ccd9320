/** The fields of a document as they were read or written. */
export type Fields = Readonly<Record<string, unknown>>;

/** A field that differs: of the document itself, or of a map in it (`environment`). */
export interface Change {
  readonly path: readonly [field: string] | readonly [field: string, name: string];
  readonly from: unknown;
  /** undefined: removed. */
  readonly to: unknown;
}

/**
 * What one has to change to come from one to the other. Fields that are left out of the second stay; names that are left out of a
 * map in it are removed.
 */
export function changesOf(before: Fields, after: Fields): readonly Change[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const old = before[field];
    if (isMap(old) && isMap(value)) return mapChanges(field, old, value);
    return same(old, value) ? [] : [{ path: [field] as const, from: old, to: value }];
  });
}

function mapChanges(field: string, before: Fields, after: Fields): readonly Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [from, to] = [fieldOf(before, name), fieldOf(after, name)];
    return same(from, to) ? [] : [{ path: [field, name] as const, from, to }];
  });
}

/** As a JSON Merge Patch (RFC 7396). */
export function patchOf(changes: readonly Change[]): Fields {
  const patch: Record<string, unknown> = {};
  for (const { path, to } of changes) {
    const [field, name] = path;
    const inner = patch[field];
    patch[field] = name === undefined ? to : { ...(isMap(inner) ? inner : {}), [name]: to ?? null };
  }
  return patch;
}

/** What both changed, each in another way. */
export function overlap(mine: readonly Change[], theirs: readonly Change[]): readonly Overlap[] {
  return mine.flatMap((own) => {
    const other = theirs.find(({ path }) => keyOf(path) === keyOf(own.path));
    return other && !same(own.to, other.to) ? [{ mine: own, theirs: other }] : [];
  });
}

export interface Overlap {
  readonly mine: Change;
  readonly theirs: Change;
}

/** As the service names a field in what it refuses. */
export const keyOf = (path: readonly string[]) => path.join(".");

export function isMap(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const fieldOf = (map: Fields, name: string) => (Object.hasOwn(map, name) ? map[name] : undefined);

/** Fields are scalars, lists of them, or maps that are taken apart before. */
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
