import type { TreeRowKind } from "./treeRowKind.ts";

/** A row of the Account view with constant text. */
export function createSectionTreeRow<Kind extends string>(
  kind: Kind,
  label: string,
  icon: string,
): TreeRowKind<{ readonly kind: Kind }> {
  return {
    id: () => kind,
    describe: () => ({ label, description: "", icon, facts: () => [], context: kind }),
  };
}
