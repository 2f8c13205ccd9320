import { type Node, nodeId } from "../../core/view/nodes.ts";
import type { Change } from "../../core/view/trees/treeBranch.ts";

/** What VS Code holds of a view: it stays the same thing while what it shows changes, and is drawn anew alone. */
export class Row {
  node: Node;

  constructor(node: Node) {
    this.node = node;
  }
}

export interface Rows {
  /** The rows of these nodes, which show them from now on. */
  of(nodes: readonly Node[]): readonly Row[];
  /** The rows that show something else now; undefined: all there are, whichever. */
  changed(change: Change): readonly Row[] | undefined;
}

export function createRows(): Rows {
  const rows = new Map<string, Row>();
  const show = (row: Row, node: Node) => {
    row.node = node;
    return row;
  };
  return {
    of: (nodes) =>
      nodes.map((node) => {
        const id = nodeId(node);
        const known = rows.get(id);
        if (known) return show(known, node);
        const row = new Row(node);
        rows.set(id, row);
        return row;
      }),
    changed: (change) => {
      if (change !== "all")
        return change.flatMap((node) => {
          const row = rows.get(nodeId(node));
          return row ? show(row, node) : [];
        });
      rows.clear();
      return undefined;
    },
  };
}
