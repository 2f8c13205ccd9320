import type { UnknownRecord } from "../../../text/record.ts";

/** A `$ref` to a definition in a schema that is about the same value as the definition that owns it. */
export interface InPlaceReference {
  /** The schema that has the `$ref`. */
  readonly from: UnknownRecord;
  readonly owner: string;
  readonly target: string;
}

/** The schemas whose `$ref` closes a circle, so that an evaluation would not end. */
export function findEndlessReferences(references: readonly InPlaceReference[]): ReadonlySet<UnknownRecord> {
  const byOwner = Map.groupBy(references, ({ owner }) => owner);
  const endless = new Set<UnknownRecord>();
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (owner: string) => {
    if (done.has(owner)) return;
    open.add(owner);
    for (const { from, target } of byOwner.get(owner) ?? []) {
      if (open.has(target)) endless.add(from);
      else visit(target);
    }
    open.delete(owner);
    done.add(owner);
  };
  for (const owner of byOwner.keys()) visit(owner);
  return endless;
}
