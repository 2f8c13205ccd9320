import type { CopyItem, CopyVersion } from "./copyItem.ts";

/**
 * Finds the copy of each item: of the same name, and with the most equal versions where names repeat. A copy that was renamed, or
 * interrupted before the version that renames it, is found by its versions.
 */
export function matchItems(items: readonly CopyItem[], existing: readonly CopyItem[]): ReadonlyMap<CopyItem, CopyItem> {
  const pairs = items.flatMap((item) =>
    existing.flatMap((copy) => {
      const likeness = measureLikeness(item, copy);
      return likeness > 0 ? [{ item, copy, likeness }] : [];
    }),
  );
  const matched = new Map<CopyItem, CopyItem>();
  const taken = new Set<CopyItem>();
  for (const { item, copy } of pairs.sort((one, other) => other.likeness - one.likeness)) {
    if (matched.has(item) || taken.has(copy)) continue;
    matched.set(item, copy);
    taken.add(copy);
  }
  return matched;
}

/** The number of versions that two histories begin with. */
export function countEqualVersions(one: readonly CopyVersion[], other: readonly CopyVersion[]): number {
  const end = one.findIndex((version, index) => !isSameVersion(version, other[index]));
  return end === -1 ? one.length : end;
}

/** 0: not a copy. */
function measureLikeness(item: CopyItem, copy: CopyItem): number {
  if (item.kind !== copy.kind) return 0;
  const equal = countEqualVersions(copy.versions, item.versions);
  const hasName = item.name === copy.name;
  const hasSlug = item.slug !== undefined && item.slug === copy.slug;
  const isBeginning = item.kind === "skill" && equal === copy.versions.length && equal < item.versions.length;
  const isCopy = hasName || (equal > 0 && (hasSlug || isBeginning));
  return isCopy ? 1 + equal * 4 + (hasName ? 2 : 0) + (hasSlug ? 1 : 0) : 0;
}

/** Whether both are known to have the same files. */
export function isSameVersion(one: CopyVersion, other: CopyVersion | undefined): boolean {
  return one.version === other?.version && one.digest !== undefined && one.digest === other.digest;
}
