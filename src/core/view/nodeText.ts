import type { TreeNode } from "./nodes.ts";

/** What a row says, in words; how it looks is `ui/treeItem.ts`. */
export interface NodeText {
  readonly label: string;
  readonly description: string;
  /** A codicon's name. */
  readonly icon: string;
  /** Lines of the tooltip: a word and what it stands for. Texts of the service, not to be trusted. Most rows are never asked for them. */
  readonly facts: () => NodeFacts;
  /** What menus ask. */
  readonly context: string;
}

export type NodeFacts = readonly (readonly [name: string, value: string])[];

export type TreeNodeOfKind<Kind extends TreeNode["kind"]> = Extract<TreeNode, { kind: Kind }>;

/** Rows without a value are left out. */
export function collectFacts(...rows: readonly (readonly [string, string | null | undefined])[]): NodeFacts {
  return rows.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}
