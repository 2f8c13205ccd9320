import { rowOf, type TreeNode } from "../../workbench/nodes.ts";
import type { BranchChange } from "../../workbench/tree/treeBranch.ts";

/** What VS Code holds of a view: it stays the same thing while what it shows changes, and is drawn again alone. */
export class TreeRow {
  node: TreeNode;

  constructor(node: TreeNode) {
    this.node = node;
  }
}

/** The rows of a view, by the ids of their nodes. */
export function createTreeRows() {
  const rows = new Map<string, TreeRow>();
  const show = (row: TreeRow, node: TreeNode) => {
    row.node = node;
    return row;
  };
  return {
    /** The rows of these nodes, which show them from here on. */
    of: (nodes: readonly TreeNode[]): readonly TreeRow[] =>
      nodes.map((node) => {
        const id = rowOf(node).id(node);
        const existingRow = rows.get(id);
        if (existingRow) return show(existingRow, node);
        const row = new TreeRow(node);
        rows.set(id, row);
        return row;
      }),
    /** The rows that show something else now; undefined: all there are, whichever. */
    changed: (change: BranchChange): readonly TreeRow[] | undefined => {
      if (change !== "all")
        return change.flatMap((node) => {
          const row = rows.get(rowOf(node).id(node));
          return row ? show(row, node) : [];
        });
      rows.clear();
      return undefined;
    },
  };
}
